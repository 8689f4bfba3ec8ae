"""Which of many lines hold any of many words: one pass, before anything dearer is asked of them."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from ahocorasick_rs import AhoCorasick, Implementation

__all__ = ["Sieve"]


class Sieve:
    """Words that are all looked for at once, as they are written."""

    def __init__(self, words: Iterable[str]) -> None:
        self._automaton = AhoCorasick(sorted(set(words)), implementation=Implementation.ContiguousNFA)

    def holds(self, text: str) -> bool:
        """Whether `text` holds any of the words."""
        return bool(self._automaton.find_matches_as_indexes(text))

    def lines(self, lines: Sequence[str]) -> list[int]:
        """Return the numbers of the lines that hold a word, in order."""
        hits = self._automaton.find_matches_as_indexes("\n".join(lines))
        if not hits:
            return []
        starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
        return sorted({bisect_right(starts, start) - 1 for _, start, _ in hits})
