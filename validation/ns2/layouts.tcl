# Node positions and flows of the scenarios.
#
# A layout is a list of two lists: nodes as {x_m y_m}, in the order of their numbers, and flows as {source destination}.
# A layout file (-layout) overrides these. It contains lines `node X_M Y_M` and `flow SOURCE DESTINATION`, so that ns-2 can
# use the positions of another simulator.

proc layout_chain {hops flows spacing_m} {
    set nodes {}
    for {set i 0} {$i <= $hops} {incr i} {
        lappend nodes [list [expr {$i * $spacing_m}] 0]
    }
    set pairs {}
    for {set f 0} {$f < $flows} {incr f} {
        lappend pairs [list 0 $hops]
    }
    return [list $nodes $pairs]
}

# Two chains of an even number of hops that share their middle node.
proc layout_cross {hops spacing_m} {
    if {$hops % 2 != 0} {
        error "cross: -hops must be even, got $hops"
    }
    set half [expr {$hops / 2}]
    set nodes {}
    for {set i 0} {$i <= $hops} {incr i} {
        lappend nodes [list [expr {$i * $spacing_m}] [expr {$half * $spacing_m}]]
    }
    set first_vertical [llength $nodes]
    for {set i 0} {$i <= $hops} {incr i} {
        if {$i != $half} {
            lappend nodes [list [expr {$half * $spacing_m}] [expr {$i * $spacing_m}]]
        }
    }
    return [list $nodes [list [list 0 $hops] [list $first_vertical [expr {[llength $nodes] - 1}]]]]
}

# Two chains side by side. The upper one is longer by `extra_hops` at each end.
proc layout_parallel {hops extra_hops gap_m spacing_m} {
    set nodes {}
    for {set i 0} {$i <= $hops} {incr i} {
        lappend nodes [list [expr {($i + $extra_hops) * $spacing_m}] 0]
    }
    set first_upper [llength $nodes]
    for {set i 0} {$i <= $hops + 2 * $extra_hops} {incr i} {
        lappend nodes [list [expr {$i * $spacing_m}] $gap_m]
    }
    return [list $nodes [list [list 0 $hops] [list $first_upper [expr {[llength $nodes] - 1}]]]]
}

# A square grid of (hops + 1)^2 nodes, numbered row by row. Horizontal flows first, then as many vertical ones, on
# neighbouring rows and columns around the middle.
proc layout_grid {hops flows spacing_m} {
    set side [expr {$hops + 1}]
    set nodes {}
    for {set row 0} {$row < $side} {incr row} {
        for {set column 0} {$column < $side} {incr column} {
            lappend nodes [list [expr {$column * $spacing_m}] [expr {$row * $spacing_m}]]
        }
    }
    set a_side [expr {$flows <= 3 ? $flows : ($flows + 1) / 2}]
    set first [expr {($side - $a_side) / 2}]
    set pairs {}
    for {set f 0} {$f < $flows} {incr f} {
        set line [expr {$first + $f % $a_side}]
        if {$f < $a_side} {
            lappend pairs [list [expr {$line * $side}] [expr {$line * $side + $hops}]]
        } else {
            lappend pairs [list $line [expr {$line + $hops * $side}]]
        }
    }
    return [list $nodes $pairs]
}

# Three flows each way on a grid, those along numbered from the one farthest from the senders of those across.
proc layout_grid_tcp_ap {hops spacing_m} {
    foreach {nodes pairs} [layout_grid $hops 6 $spacing_m] break
    return [list $nodes [concat [lreverse [lrange $pairs 0 2]] [lrange $pairs 3 5]]]
}

# Nodes on a circle around node 0, each with a flow to node 0: every station hears every other.
proc layout_circle {stations radius_m} {
    set nodes [list {0 0}]
    set pairs {}
    for {set i 1} {$i <= $stations} {incr i} {
        set angle [expr {2 * acos(-1) * ($i - 1) / $stations}]
        lappend nodes [list [expr {$radius_m * cos($angle)}] [expr {$radius_m * sin($angle)}]]
        lappend pairs [list $i 0]
    }
    return [list $nodes $pairs]
}

proc layout_from_file {path} {
    set nodes {}
    set pairs {}
    set channel [open $path r]
    set number 0
    while {[gets $channel line] >= 0} {
        incr number
        if {[string trim $line] eq "" || [string match "#*" $line]} {
            continue
        }
        switch -- "[lindex $line 0] [llength $line]" {
            "node 3" { lappend nodes [lrange $line 1 2] }
            "flow 3" { lappend pairs [lrange $line 1 2] }
            default { error "$path:$number: expected `node X_M Y_M` or `flow SOURCE DESTINATION`, got `$line`" }
        }
    }
    close $channel
    return [list $nodes $pairs]
}
