# One run of a multihop 802.11 scenario in ns-2 2.35: `ns scenario.tcl -hops 7 -transport newreno -seed 1`.
#
# Prints one line of JSON. Everything that is not an option below has ns-2's own default, because this is the reference for
# the simulator.

set here [file dirname [info script]]
source [file join $here layouts.tcl]

# Options with their defaults.
array set opt {
    topology   chain
    hops       4
    flows      1
    spacing    200.0
    layout     ""
    transport  newreno
    sink       every
    window     20
    udpkbps    0
    payload    1460
    routing    AODV
    datarate   2Mb
    basicrate  1Mb
    rts        on
    error      0
    queue      50
    duration   300
    warmup     30
    start      1
    seed       1
    ipheader   stock
    minrto     ""
    maxrto     ""
    trace      ""
    tracekinds all
}

proc usage {message} {
    global opt
    puts stderr "scenario.tcl: $message"
    puts stderr "options, with their defaults:"
    foreach key [lsort [array names opt]] {
        puts stderr "  -$key [list $opt($key)]"
    }
    exit 2
}

if {[llength $argv] % 2 != 0} {
    usage "options come in pairs: -name value"
}
foreach {flag value} $argv {
    set key [string range $flag 1 end]
    if {![string match "-*" $flag] || ![info exists opt($key)]} {
        usage "unknown option $flag"
    }
    set opt($key) $value
}

proc choose {what name table} {
    if {![dict exists $table $name]} {
        usage "$what must be one of [join [dict keys $table] {, }], got $name"
    }
    return [dict get $table $name]
}

# CPU seconds (user and system) of this process so far, from the kernel's accounting in ticks of 10 ms.
proc cpu_s {} {
    set channel [open /proc/self/stat r]
    set line [read $channel]
    close $channel
    set fields [lrange [string range $line [expr {[string last ")" $line] + 2}] end] 0 end]
    return [expr {([lindex $fields 11] + [lindex $fields 12]) / 100.0}]
}

proc finite {value} {
    return [format %.6g $value]
}

# ---------------------------------------------------------------------------------------------------------- positions
if {$opt(layout) ne ""} {
    set plan [layout_from_file $opt(layout)]
} else {
    set plan [switch -- $opt(topology) {
        chain       { layout_chain $opt(hops) $opt(flows) $opt(spacing) }
        cross       { layout_cross $opt(hops) $opt(spacing) }
        parallel    { layout_parallel $opt(hops) 0 400.0 $opt(spacing) }
        asymmetric  { layout_parallel $opt(hops) 3 400.0 $opt(spacing) }
        grid        { layout_grid $opt(hops) $opt(flows) $opt(spacing) }
        grid-tcp-ap { layout_grid_tcp_ap $opt(hops) $opt(spacing) }
        circle      { layout_circle $opt(flows) $opt(spacing) }
        default     { usage "unknown topology $opt(topology)" }
    }]
}
set positions [lindex $plan 0]
set pairs [lindex $plan 1]

# ------------------------------------------------------------------------------------------------------------- network
$defaultRNG seed $opt(seed)

Mac/802_11 set dataRate_ $opt(datarate)
Mac/802_11 set basicRate_ $opt(basicrate)
Mac/802_11 set RTSThreshold_ [expr {$opt(rts) ? 0 : 3000}]

set ns [new Simulator]
set tracing [expr {$opt(trace) ne ""}]
set full_trace [expr {$tracing && $opt(tracekinds) eq "all"}]
set trace_channel [open [expr {$tracing ? $opt(trace) : "/dev/null"}] w]
$ns trace-all $trace_channel

set min_x 0.0
set min_y 0.0
foreach position $positions {
    set min_x [expr {min($min_x, [lindex $position 0])}]
    set min_y [expr {min($min_y, [lindex $position 1])}]
}
set max_x 0.0
set max_y 0.0
foreach position $positions {
    set max_x [expr {max($max_x, [lindex $position 0] - $min_x)}]
    set max_y [expr {max($max_y, [lindex $position 1] - $min_y)}]
}
set topography [new Topography]
$topography load_flatgrid [expr {int($max_x) + 500}] [expr {int($max_y) + 500}]
create-god [llength $positions]

proc packet_errors {} {
    global opt
    set model [new ErrorModel]
    $model unit pkt
    $model set rate_ $opt(error)
    $model ranvar [new RandomVariable/Uniform]
    $model drop-target [new Agent/Null]
    return $model
}

# ns-2's DSR removes the packets of a broken link from the queue, which only CMUPriQueue supports.
set queue_type [expr {$opt(routing) eq "DSR" ? "CMUPriQueue" : "Queue/DropTail/PriQueue"}]
$ns node-config -adhocRouting $opt(routing) -llType LL -macType Mac/802_11 -ifqType $queue_type -ifqLen $opt(queue) \
    -antType Antenna/OmniAntenna -propType Propagation/TwoRayGround -phyType Phy/WirelessPhy \
    -channel [new Channel/WirelessChannel] -topoInstance $topography \
    -agentTrace [expr {$full_trace ? "ON" : "OFF"}] -routerTrace [expr {$full_trace ? "ON" : "OFF"}] \
    -macTrace [expr {$full_trace ? "ON" : "OFF"}] -movementTrace OFF
if {$opt(error) > 0} {
    $ns node-config -IncomingErrProc packet_errors
}

set nodes {}
foreach position $positions {
    set node [$ns node]
    $node random-motion 0
    $node set X_ [expr {[lindex $position 0] - $min_x + 1.0}]
    $node set Y_ [expr {[lindex $position 1] - $min_y + 1.0}]
    $node set Z_ 0.0
    lappend nodes $node
    if {$tracing && !$full_trace} {
        # Only sent frames and dropped packets, which the counts need: a quarter of the size of a full trace.
        set mac [$node set mac_(0)]
        set sent [$node mobility-trace Send MAC]
        $sent target [$mac down-target]
        $mac down-target $sent
        $mac drop-target [$node mobility-trace Drop MAC]
    }
}

# --------------------------------------------------------------------------------------------------------------- flows
set agent_of {tahoe Agent/TCP reno Agent/TCP/Reno newreno Agent/TCP/Newreno sack Agent/TCP/Sack1 vegas Agent/TCP/Vegas}
set sink_of {
    every Agent/TCPSink delack Agent/TCPSink/DelAck sack-every Agent/TCPSink/Sack1 sack-delack Agent/TCPSink/Sack1/DelAck
}
set udp [expr {$opt(transport) eq "udp"}]
# TCP includes an IP header of 20 bytes in its 40, and ns-2's DSDV adds another one to every packet. `-ipheader once`
# removes that of TCP, so that a segment of 1460 bytes has 1500 bytes on the network also under DSDV.
set dsdv_header_bytes [expr {$opt(routing) eq "DSDV" ? 20 : 0}]
if {[choose -ipheader $opt(ipheader) {stock 0 once 1}]} {
    Agent/TCP set tcpip_base_hdr_size_ [expr {40 - $dsdv_header_bytes}]
    Agent/TCPSink set packetSize_ [expr {40 - $dsdv_header_bytes}]
    set network_header_bytes 40
} else {
    set network_header_bytes [expr {40 + $dsdv_header_bytes}]
}
set sources {}
set sinks {}
set flow_number 0
foreach pair $pairs {
    set source_node [lindex $nodes [lindex $pair 0]]
    set sink_node [lindex $nodes [lindex $pair 1]]
    if {$udp} {
        set source [new Agent/UDP]
        $source set packetSize_ $opt(payload)
        set sink [new Agent/LossMonitor]
        set application [new Application/Traffic/CBR]
        $application set packetSize_ $opt(payload)
        $application set rate_ [expr {$opt(udpkbps) * 1000.0}]
    } else {
        set source [new [choose -transport $opt(transport) $agent_of]]
        set sink_name [expr {$opt(transport) eq "sack" ? "sack-$opt(sink)" : $opt(sink)}]
        set sink [new [choose -sink $sink_name $sink_of]]
        $source set packetSize_ $opt(payload)
        $source set window_ $opt(window)
        foreach bound {minrto maxrto} {
            if {$opt($bound) ne ""} {
                $source set ${bound}_ $opt($bound)
            }
        }
        set application [new Application/FTP]
    }
    $source set fid_ $flow_number
    $application attach-agent $source
    $ns attach-agent $source_node $source
    $ns attach-agent $sink_node $sink
    $ns connect $source $sink
    # Several flows start within a second of each other, one flow at the given time itself.
    set offset [expr {[llength $pairs] > 1 ? [$defaultRNG uniform 0 1] : 0}]
    $ns at [expr {$opt(start) + $offset}] "$application start"
    lappend sources $source
    lappend sinks $sink
    incr flow_number
}

# ------------------------------------------------------------------------------------------------------------- results
# Payload bytes delivered in order so far. A TCP sink counts whole packets, headers included.
proc delivered_bytes {sink} {
    global opt udp network_header_bytes
    if {$udp} {
        return [expr {[$sink set npkts_] * $opt(payload)}]
    }
    return [expr {round([$sink set bytes_]) / ($opt(payload) + $network_header_bytes) * $opt(payload)}]
}

proc counters {} {
    global sources sinks udp
    set result {}
    foreach source $sources sink $sinks {
        if {$udp} {
            lappend result [list [delivered_bytes $sink] 0 0 0]
        } else {
            lappend result [list [delivered_bytes $sink] [$source set nrexmitpack_] [$source set nrexmit_] \
                [$source set ndatapack_]]
        }
    }
    return $result
}

set at_warmup {}
$ns at $opt(warmup) { set at_warmup [counters] }

proc finish {} {
    global ns opt at_warmup pairs trace_channel wall_start_ms cpu_start_s
    set wall_s [expr {([clock milliseconds] - $wall_start_ms) / 1000.0}]
    set cpu_run_s [expr {[cpu_s] - $cpu_start_s}]
    set measured_s [expr {double($opt(duration) - $opt(warmup))}]
    set flows {}
    set total_kbps 0.0
    set number 0
    foreach begin $at_warmup end [counters] pair $pairs {
        set bytes [expr {[lindex $end 0] - [lindex $begin 0]}]
        set kbps [expr {$bytes * 8 / 1000.0 / $measured_s}]
        set total_kbps [expr {$total_kbps + $kbps}]
        lappend flows [format {{"name":"f%d","src":%d,"dst":%d,"goodput_kbps":%s,"delivered_bytes":%d,"retransmissions":%d,"timeouts":%d,"data_packets":%d}} \
            $number [lindex $pair 0] [lindex $pair 1] [finite $kbps] $bytes \
            [expr {[lindex $end 1] - [lindex $begin 1]}] [expr {[lindex $end 2] - [lindex $begin 2]}] \
            [expr {[lindex $end 3] - [lindex $begin 3]}]]
        incr number
    }
    $ns flush-trace
    close $trace_channel
    puts [format {{"simulator":"ns-2","topology":"%s","transport":"%s","routing":"%s","seed":%d,"simulated_s":%s,"warmup_s":%s,"wall_s":%.3f,"cpu_s":%.2f,"goodput_kbps":%s,"flows":[%s]}} \
        $opt(topology) $opt(transport) $opt(routing) $opt(seed) [finite $opt(duration)] [finite $opt(warmup)] \
        $wall_s $cpu_run_s [finite $total_kbps] [join $flows ,]]
    exit 0
}
$ns at $opt(duration) finish

set wall_start_ms [clock milliseconds]
set cpu_start_s [cpu_s]
$ns run
