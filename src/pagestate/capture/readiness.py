"""Whether a page has come to rest. Pure: what is observed goes in, a judgement comes out."""

from typing import Protocol

from pagestate.capture.moment import Moment, Sample, Timer
from pagestate.capture.pending import Hold, holds_page, is_poll
from pagestate.capture.refresh import REFRESH_S
from pagestate.evidence import Settling

__all__ = ["holds", "is_under_way", "judge", "may_stop"]

QUIET_S = 0.15
"""Without a change for this long, and with nothing known to be under way, a page with scripts is at rest."""
WAKEFUL_QUIET_S = 0.3
"""The same where something goes on that may change the page at any time: a ticking timer, a socket, a worker."""
QUIET_WITHOUT_SCRIPTS_S = 0.08
EMPTY_QUIET_S = 1.2
"""An empty list may stay empty, and so may a blank page; until then it is expected to be filled."""
NETWORK_QUIET_S = 0.13
"""An answer is worked on for a while before it shows."""
LOAD_S = 1.0
"""Scripts often begin at the load event; it is waited for this long after the document was parsed."""
THIN = 300
"""With fewer characters of visible text there is little on the page that could be all of it."""
RICH = 600
"""With more, a lone spinner is part of the page."""
TIMER_S = 1.5
"""A timer that waits longer is waited for only on a thin page."""
SHORT_TIMER_S = 1.0
"""A timer that was set once data was there waits for the next data if it waits longer than this."""
BLANK_TIMER_S = 10.0
TICK_S = 0.5
"""A timer that ticks faster, and shows nothing, looks for something that is yet to come …"""
SILENT_S = 1.35
"""… and is given this long from the end of the document."""
CHANNEL_S = 1.2
"""A socket that has not spoken yet is given this long where there is little on the page."""
WORKER_S = 1.4
IMAGE_S = 1.5
RESTLESS = 5
"""So many changes in a second that add no text are no loading."""
GRACE_S = 0.5
"""What changed just before patience ended may come to rest."""
OVERTIME_S = 1.2
"""A timer that fires this soon after patience ended is waited for."""
STEP_S = 0.4
"""Pages that fetch one thing after another seldom rest for longer between them."""
STUCK_S = 3.5
"""A request that is not answered for this long hangs; asking anew may help."""
_LATE_S = 0.7


def judge(moment: Moment) -> Settling | None:
    """Return the judgement, or None while it is worth waiting."""
    holding, other = holds(moment)
    pending = (*(hold.what for hold in holding), *other)
    left = _time_left(moment)
    if moment.cut is not None:
        # No more of the document will come; only what its scripts fetched may still be drawn.
        if holding and left > 0:
            return None
        return Settling(settled=False, why="cut", reason=f"the document was cut: {moment.cut}", pending=pending)
    if holding:
        brief = all(hold.brief for hold in holding)
        if left > (-GRACE_S if brief else 0):
            return None
        first = holding[0]
        return Settling(settled=False, why=first.phase, reason=f"patience ended: {first.what}", pending=pending)
    if moment.unmet:
        if _time_left_for_goal(moment) > 0:
            return None
        unmet = tuple(f"not yet so: {source}" for source in moment.unmet)
        return Settling(settled=True, why="quiet", reason=_rest(moment), pending=(*unmet, *pending))
    return Settling(settled=True, why="quiet", reason=_rest(moment), pending=pending)


def may_stop(moment: Moment) -> bool:
    """Tell whether waiting may end as soon as all that is expected holds.

    So it is when what holds the page is nothing that could still take back what it shows, and the page is not
    between two steps of its own.
    """
    sample = moment.sample
    if moment.cut is not None or moment.since_content_s is None or sample is None:
        return False
    grown = sample.grown_s if sample.grown_s is not None else float("inf")
    if min(moment.since_content_s, moment.network_quiet_s, sample.fired_s, grown) < STEP_S:
        return False
    return all(hold.soft for hold in holds(moment)[0])


def is_under_way(moment: Moment) -> bool:
    """Tell whether what a page lacks is on its way, so that more time on this page is better than loading it again.

    A ring that turns with nothing behind it is not: another try may do better.
    """
    sample = moment.sample
    if moment.cut is not None or moment.navigating_to is not None:
        return False
    if moment.body_open or sample is None:
        return True
    since = moment.since_content_s if moment.since_content_s is not None else 0.0
    if any(not timer.recurs and since + timer.due_s <= BLANK_TIMER_S for timer in sample.timers):
        return True
    data = {"fetch", "xhr", "script", "document"}
    for request in moment.requests:
        if request.resource in data and request.age_s < STUCK_S and request.repeats < 2 and not is_poll(request.url):
            return True
    if since > STUCK_S:
        return sample.growing
    return sample.growing or bool(sample.workers) or bool(sample.images) or sample.moving_s > 0


def _rest(moment: Moment) -> str:
    sample = moment.sample
    if sample is not None and sample.scripts == 0:
        return "nothing more to come: a page without scripts"
    return f"quiet for {round((sample.changed_s if sample else 0) * 1000)} ms"


def _time_left(moment: Moment) -> float:
    if moment.since_content_s is None:
        # The parser waits for a script or for the rest of the document.
        left = 2 * moment.patience_s - moment.since_commit_s
    else:
        left = (2 if moment.for_goal else 1) * moment.patience_s - moment.since_content_s
    if moment.refresh_in_s is not None and moment.refresh_in_s <= REFRESH_S:
        left = max(left, moment.refresh_in_s + 0.5)
    if moment.navigating_to is not None:
        left = max(left, 0.5)
    sample, since = moment.sample, moment.since_content_s
    if sample is not None and since is not None and since < moment.patience_s + OVERTIME_S + GRACE_S:
        # What is about to happen is worth a moment more.
        due = [
            timer.due_s for timer in sample.timers if timer.due_s <= OVERTIME_S and _waits_for(timer, moment, sample)
        ]
        left = max(left, GRACE_S - sample.fired_s, *(one + GRACE_S for one in due))
    return left


def _time_left_for_goal(moment: Moment) -> float:
    sample = moment.sample
    if sample is None or sample.scripts == 0:
        return 0.0
    awake = _awake(moment, sample) or sample.timers or sample.workers or moment.requests
    since = moment.since_content_s if moment.since_content_s is not None else moment.since_commit_s
    return (2 if awake else 1) * moment.patience_s - since


def holds(moment: Moment) -> tuple[tuple[Hold, ...], tuple[str, ...]]:
    """Return what holds the page, the weightiest first, and what is going on without holding it."""
    holding: list[Hold] = []
    other: list[str] = []

    def put(phase: str, what: str, *, holds: bool = True, soft: bool = False, brief: bool = False) -> None:
        if holds:
            holding.append(Hold(phase=phase, what=what, soft=soft, brief=brief))
        else:
            other.append(what)

    if moment.cut is None:
        if moment.body_open:
            put("document", "the document is still arriving")
        elif moment.since_content_s is None:
            put("document", "the document is not parsed to its end")
    if moment.navigating_to is not None:
        put("navigation", f"navigation to {moment.navigating_to[:200]}")
    if moment.refresh_in_s is not None:
        due = f"refresh due in {max(0.0, moment.refresh_in_s):.1f} s"
        put("navigation", due, holds=moment.refresh_in_s <= REFRESH_S)
    sample = moment.sample
    if sample is None:
        put("script", "the page's scripts leave no room to look")
    else:
        _of_busy(moment, sample, put)
        _of_requests(moment, sample, put)
        _of_sample(moment, sample, put)
        if sample.scripts > 0:
            _of_scripts(moment, sample, put)
        _of_changes(moment, sample, put)
    return tuple(holding[:20]), tuple(other[:20])


class _Putter(Protocol):
    def __call__(
        self, phase: str, what: str, *, holds: bool = True, soft: bool = False, brief: bool = False
    ) -> None: ...


def _of_requests(moment: Moment, sample: Sample, put: _Putter) -> None:
    for request in moment.requests:
        line = f"{request.resource} {request.method} {request.url[:200]} open for {request.age_s:.1f} s"
        waits_for_it = bool(sample.lists or sample.mounts or sample.busy)
        held = holds_page(
            request,
            filled=moment.filled,
            waits_for_it=waits_for_it,
            grown_s=sample.grown_s,
            thin=sample.text < THIN,
        )
        put("request", line, holds=held)
    if moment.network_quiet_s < NETWORK_QUIET_S + 2 * sample.lag_s:
        put("request", "a request has just ended", brief=True)
    for channel in moment.channels:
        if channel.spoke_s is None:
            limit = CHANNEL_S if sample.text < THIN else WAKEFUL_QUIET_S
            put("channel", f"{channel.url[:200]} has not spoken yet", holds=channel.age_s < limit, soft=True)
        else:
            fresh = channel.spoke_s < NETWORK_QUIET_S + 2 * sample.lag_s and channel.messages <= 3
            put("channel", f"{channel.url[:200]} is open", holds=fresh, soft=True)


def _of_busy(moment: Moment, sample: Sample, put: _Putter) -> None:
    """What says that it waits."""
    still = sample.changed_s >= EMPTY_QUIET_S
    young = any(request.age_s < EMPTY_QUIET_S and not is_poll(request.url) for request in moment.requests)
    for busy in sample.busy:
        put("busy", busy, holds=sample.text < RICH or not still or young)
    for mount in sample.mounts:
        put("mount", f"empty {mount}", holds=sample.text < 200)


def _of_sample(moment: Moment, sample: Sample, put: _Putter) -> None:
    """What else can be seen."""
    still = sample.changed_s >= EMPTY_QUIET_S
    for name, age in sample.images:
        put("image", f"image {name} is not there yet", holds=age < IMAGE_S or sample.text < THIN)
    if sample.moving_s > 0:
        put("animation", f"an animation ends in {sample.moving_s:.1f} s", brief=True)
    waits = not still and sample.scripts > 0
    for name in sample.lists:
        put("list", f"empty {name}", holds=waits, soft=True)
    if sample.drawn and moment.drawn_blank:
        put("picture", f"nothing is drawn in {sample.drawn[0]}", holds=waits)
    elif moment.picture_s is not None and moment.picture_s < QUIET_S:
        late = moment.since_content_s is not None and moment.since_content_s > _LATE_S + QUIET_S
        put("picture", f"{sample.drawn[0] if sample.drawn else 'a picture'} is changing", holds=not late)


def _of_scripts(moment: Moment, sample: Sample, put: _Putter) -> None:
    """What scripts have put off, or wait for."""
    for timer in sample.timers:
        held = _waits_for(timer, moment, sample)
        if held or timer.due_s < moment.patience_s:
            put("timer", f"a timer is due in {timer.due_s:.1f} s", holds=held, soft=True)
    if sample.fired_s < QUIET_S + 2 * sample.lag_s:
        put("timer", "a timer has just fired", soft=True, brief=True)
    if sample.blank:
        put("blank", "nothing is visible", holds=sample.changed_s < EMPTY_QUIET_S)
    for what, age in sample.workers:
        put("worker", f"a {what} has not answered yet", holds=age < WORKER_S, soft=True)
    since = moment.since_content_s
    if since is not None and since < SILENT_S and not sample.drawn and _looks_for_something(moment, sample):
        put("timer", "a script looks for something again and again", soft=True)
    for period, _ in sample.ticking:
        if _brings_text(period, sample):
            put("timer", f"a timer brings text every {period:.1f} s", soft=True)
            break
    if moment.since_load_s is None:
        put("load", "the load event is yet to come", holds=since is not None and since < LOAD_S, soft=True)


def _looks_for_something(moment: Moment, sample: Sample) -> bool:
    """Whether a script runs again and again and neither changes the page nor asks for anything."""
    acted = min(sample.stirred_s, moment.asked_s)
    runs = [(period, age) for period, age in sample.ticking if period <= TICK_S]
    since = moment.since_content_s or 0.0
    runs += [(timer.delay_s, since) for timer in sample.timers if timer.recurs and timer.delay_s <= TICK_S]
    if sample.painting_s > 0.1:
        runs.append((0.05, sample.painting_s))
    return any(acted >= min(max(0.3, 2 * period), age - period / 2) for period, age in runs)


def _brings_text(period_s: float, sample: Sample) -> bool:
    """Whether what recurs goes on to bring a good part of the page; a clock does not."""
    grown = sample.grown_s is not None and sample.grown_s < period_s + QUIET_S
    return sample.growing and grown and period_s < SHORT_TIMER_S


def _waits_for(timer: Timer, moment: Moment, sample: Sample) -> bool:
    if timer.recurs:
        return _brings_text(timer.delay_s, sample)
    if sample.blank:
        return timer.due_s <= BLANK_TIMER_S
    if timer.delay_s <= SHORT_TIMER_S:
        return True
    if moment.answered_s is not None and timer.delay_s - timer.due_s < moment.answered_s:
        # Set when there was data already: it waits for the next.
        return False
    if sample.text >= THIN:
        return timer.delay_s <= TIMER_S
    since = moment.since_content_s or 0.0
    return since + timer.due_s <= moment.patience_s + OVERTIME_S


def _of_changes(moment: Moment, sample: Sample, put: _Putter) -> None:
    quiet = QUIET_WITHOUT_SCRIPTS_S
    if sample.scripts > 0:
        quiet = (WAKEFUL_QUIET_S if _awake(moment, sample) else QUIET_S) + min(0.5, 2 * sample.lag_s)
    if sample.growing and sample.grown_s is not None and sample.grown_s < quiet:
        put("change", "the text is growing", soft=True, brief=True)
    since = moment.since_content_s
    if sample.changed_s < quiet or sample.shifted_s < min(quiet, QUIET_S) or (since is not None and since < quiet):
        long_there = since is not None and since > _LATE_S and (sample.grown_s is None or sample.grown_s > _LATE_S)
        endless = long_there and sample.changes >= RESTLESS and moment.network_quiet_s > _LATE_S
        put("change", "the page is changing", holds=not endless, soft=True, brief=True)
    elif moment.since_load_s is not None and moment.since_load_s < QUIET_WITHOUT_SCRIPTS_S and sample.scripts > 0:
        put("load", "it has just loaded", soft=True, brief=True)


def _awake(moment: Moment, sample: Sample) -> bool:
    """Whether anything goes on by itself that may change the page at any time."""
    return bool(
        sample.ticking
        or sample.painting_s > 0
        or moment.channels
        or any(timer.recurs for timer in sample.timers)
        or any(request.resource in {"fetch", "xhr"} for request in moment.requests)
    )
