"""pagestate: did the browser land on the page it meant to, and if not, what now?"""

__version__ = "0.1.0"
