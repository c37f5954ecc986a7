"""`airhop advise`: which transport to use on a given network, from as few runs as settle it.

Every candidate runs under the same seeds, in rounds of more and more seeds; after each round those that are clearly
worse than the best so far are dropped (`race`). What is left is weighed against what each transport needs
(`airhop.needs`), and told in words, as a table, as data and as a figure.
"""
