"""Layers as vLLM builds them. Importing this package imports neither vLLM nor torch."""
