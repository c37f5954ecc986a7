"""Reproductions of papers: what each claims, what airhop measures, and whether the two agree."""
