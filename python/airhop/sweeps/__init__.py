"""Sweeps: a plan of many points, spread over cores or a cluster, kept in a folder of Parquet files."""
