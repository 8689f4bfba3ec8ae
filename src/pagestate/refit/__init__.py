"""Refitting the decision to labelled pages, and saying how good that is on pages it has not seen.

Needs numpy, which nothing else of pagestate does.
"""
