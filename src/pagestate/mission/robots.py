"""What a site asks of robots, before it is asked for a page that nobody asked for.

Visits are those a person named; probes are ours, so they keep to robots.txt (RFC 9309): fetched once per
host and run; what cannot be fetched for the server's fault forbids all, one that does not exist forbids nothing.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit
from urllib.robotparser import RobotFileParser

from pagestate.evidence import Probe

__all__ = ["AGENT", "MOST_DELAY_S", "Robots", "Rules", "rules_of"]

AGENT = "pagestate"
"""The product token that a robots.txt may name; otherwise its rules for `*` hold."""
MOST_DELAY_S = 10.0
"""A longer Crawl-delay than this is kept by not asking at all."""
_MOST = 500 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What one robots.txt says to us."""

    refusal: str | None = None
    """Why nothing at all may be asked."""
    parser: RobotFileParser | None = None
    patterns: tuple[re.Pattern[str], ...] = ()
    """Forbidden paths with `*` or `$`, which the standard library's parser takes by the letter."""
    delay_s: float = 0.0

    def forbids(self, url: str) -> str | None:
        """Return why `url` may not be asked for, or None."""
        if self.refusal is not None:
            return self.refusal
        parts = urlsplit(url)
        path = unquote(parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        if self.parser is not None and not self.parser.can_fetch(AGENT, url):
            return f"robots.txt forbids {parts.path.rpartition('/')[0]}/"
        if any(pattern.match(path) for pattern in self.patterns):
            return f"robots.txt forbids {parts.path.rpartition('/')[0]}/"
        if self.delay_s > MOST_DELAY_S:
            return f"robots.txt asks for {self.delay_s:.0f} s between two requests"
        return None


def rules_of(status: int | None, text: str | None) -> Rules:
    """Return the rules that an answer to a request for robots.txt amounts to."""
    if status is None:
        return Rules(refusal="robots.txt could not be fetched")
    if status >= 500 or status == 429:
        return Rules(refusal=f"robots.txt answers {status}")
    if status >= 400 or text is None:
        return Rules()
    if re.match(r"\s*<(?:!doctype|html|head|body)", text, re.IGNORECASE):
        # a site that shows a page at every address has said nothing to robots
        return Rules()
    parser = RobotFileParser()
    lines = text[:_MOST].splitlines()
    parser.parse(lines)
    # without it the parser takes the file for one that was never read, which forbids all
    parser.modified()
    delay = parser.crawl_delay(AGENT)
    return Rules(parser=parser, patterns=_patterns(lines), delay_s=float(delay) if delay else 0.0)


def _patterns(lines: list[str]) -> tuple[re.Pattern[str], ...]:
    groups: dict[str, list[str]] = {}
    agents: list[str] = []
    fresh = True
    for line in lines:
        name, colon, value = line.partition("#")[0].partition(":")
        key, value = name.strip().lower(), value.strip()
        if not colon:
            continue
        if key == "user-agent":
            agents = [value.lower()] if fresh else [*agents, value.lower()]
            fresh = False
            for agent in agents:
                groups.setdefault(agent, [])
            continue
        fresh = True
        if key == "disallow" and ("*" in value or value.endswith("$")):
            for agent in agents:
                groups[agent].append(value)
    own = next((rules for agent, rules in groups.items() if agent != "*" and agent in AGENT), groups.get("*", []))
    return tuple(re.compile(_regex(rule)) for rule in own)


def _regex(rule: str) -> str:
    end = "$" if rule.endswith("$") else ""
    pieces = re.split(r"\*+", unquote(rule.removesuffix("$")))
    return ".*?".join(map(re.escape, pieces)) + end


class Robots:
    """The rules of all hosts of a run, each fetched when it is first needed.

    Args:
        fetch: asks plainly for an address; whoever calls `learn` sees to it that it is this host's turn.
    """

    def __init__(self, fetch: Callable[[str], Awaitable[Probe]]) -> None:
        self._fetch = fetch
        self._rules: dict[str, Rules] = {}

    def known(self, url: str) -> Rules | None:
        """Return the rules for the host of `url`, or None before they were fetched."""
        return self._rules.get(_host(url))

    async def learn(self, url: str) -> Rules:
        """Return the same, fetched if need be."""
        host = _host(url)
        if host not in self._rules:
            answer = await self._fetch(f"{host}/robots.txt")
            self._rules[host] = rules_of(answer.status, answer.html)
        return self._rules[host]


def _host(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2].lower()}"
