"""Decide the next step."""
