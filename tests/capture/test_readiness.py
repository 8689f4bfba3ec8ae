"""When a page counts as at rest: the pure judgement, then real pages."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from pagestate.capture.bundle import load, save
from pagestate.capture.moment import Channel, Moment, Sample, Timer
from pagestate.capture.pending import OpenRequest
from pagestate.capture.readiness import is_under_way, judge, may_stop
from tests.capture.conftest import Ask, Looker, Site, page

QUIET = Moment(
    since_commit_s=1.0,
    since_content_s=0.9,
    since_load_s=0.8,
    sample=Sample(changed_s=0.8, text=500, scripts=3),
)


def changed(**values: object) -> Moment:
    return replace(QUIET, **values)  # type: ignore[arg-type]


def test_a_quiet_page_is_settled() -> None:
    settling = judge(QUIET)
    assert settling is not None
    assert settling.settled
    assert settling.reason == "quiet for 800 ms"


SIGNS = {
    "changes": changed(sample=Sample(changed_s=0.1)),
    "a spinner": changed(sample=Sample(changed_s=0.8, busy=("spinner div.loader",))),
    "an empty mount": changed(sample=Sample(changed_s=0.8, text=10, mounts=("div#root",))),
    "a document not parsed": changed(since_content_s=None),
    "a body still open": changed(body_open=True),
    "no answer from the page": changed(sample=None),
    "a young request": changed(requests=(OpenRequest(url="http://x.test/api", age_s=0.5),)),
    "a young script": changed(requests=(OpenRequest(url="http://x.test/a.js", resource="script", age_s=0.5),)),
    "a refresh soon": changed(refresh_in_s=3.0),
    "an answer that just came": changed(network_quiet_s=0.1),
    "a navigation": changed(navigating_to="http://x.test/"),
    "an empty list": changed(sample=Sample(changed_s=0.8, lists=("ul#l",))),
}


STILL = Sample(changed_s=0.8, text=500, scripts=3)


def still(**values: object) -> Sample:
    return replace(STILL, **values)  # type: ignore[arg-type]


LATER = {
    "a short timer": changed(sample=still(timers=(Timer(due_s=0.4, delay_s=0.9),))),
    "a timer on a page with much text": changed(sample=still(timers=(Timer(due_s=0.4, delay_s=1.4),))),
    "a long timer on a thin page": changed(sample=still(text=90, timers=(Timer(due_s=1.5, delay_s=2.4),))),
    "a timer in a blank page": changed(sample=still(text=0, blank=True, timers=(Timer(due_s=4.0, delay_s=5.0),))),
    "a timer that goes on to bring text": changed(
        sample=still(growing=True, grown_s=0.3, timers=(Timer(due_s=0.1, delay_s=0.4, recurs=True),))
    ),
    "a timer that has just fired": changed(sample=still(fired_s=0.05)),
    "a worker without an answer": changed(sample=still(workers=(("worker", 0.8),))),
    "a page of nothing": changed(sample=still(text=0, blank=True)),
    "an image": changed(sample=still(images=(("img", 0.4),))),
    "an animation that ends": changed(sample=still(moving_s=0.5)),
    "a layout that shifts": changed(sample=still(shifted_s=0.05)),
    "text that grows": changed(sample=still(growing=True, grown_s=0.1)),
    "a script that looks for something": changed(sample=still(ticking=((0.1, 0.9),))),
    "a script that puts itself off again and again": changed(
        sample=still(timers=(Timer(due_s=0.1, delay_s=0.3, recurs=True),)), since_content_s=1.0
    ),
    "a script that asks for frame after frame": changed(sample=still(painting_s=0.9)),
    "a socket without a word": changed(
        sample=still(text=90), channels=(Channel(url="ws://x.test/", age_s=0.6),)
    ),
    "a first message that just came": changed(
        channels=(Channel(url="ws://x.test/", age_s=0.9, spoke_s=0.05, messages=1),)
    ),
    "a picture that changes": changed(sample=still(drawn=("canvas",)), since_content_s=0.6, picture_s=0.05),
    "a canvas of one colour": changed(sample=still(drawn=("canvas",)), picture_s=0.6, drawn_blank=True),
    "the load event": changed(since_load_s=None),
    "an answer of which nothing shows": changed(
        requests=(OpenRequest(url="http://x.test/api", age_s=0.9, answered_s=0.8),)
    ),
    "an old request of which a busy part waits": changed(
        sample=still(busy=("busy div",)), requests=(OpenRequest(url="http://x.test/api", age_s=3.0),), patience_s=9.0
    ),
}  # fmt: skip
SIGNS.update(LATER)

ENDLESS = {
    "a clock's timer": changed(sample=still(timers=(Timer(due_s=0.4, delay_s=0.5, recurs=True),), stirred_s=0.1)),
    "a long timer on a page with much text": changed(sample=still(timers=(Timer(due_s=2.0, delay_s=3.0),))),
    "a poll's next turn": changed(
        sample=still(text=90, timers=(Timer(due_s=1.0, delay_s=2.0),)), answered_s=1.5
    ),
    "a clock": changed(sample=still(ticking=((0.25, 0.9),), stirred_s=0.1)),
    "a poll that ticks": changed(sample=still(ticking=((0.25, 0.9),)), asked_s=0.1),
    "an animation loop that moves things": changed(sample=still(painting_s=0.9, stirred_s=0.0)),
    "a script that has long looked for something": changed(sample=still(ticking=((0.1, 3.0),)), since_content_s=1.5),
    "changes without growth": changed(
        sample=still(changed_s=0.01, changes=30, grown_s=1.4), since_content_s=1.4, since_load_s=1.3
    ),
    "a silent socket": changed(channels=(Channel(url="ws://x.test/", age_s=0.6),)),
    "a talkative socket": changed(channels=(Channel(url="ws://x.test/", age_s=0.9, spoke_s=0.05, messages=9),)),
    "a small ring on a long page": changed(sample=still(text=2000, changed_s=1.3, busy=("spinner i",))),
    "a film or a chart that never stands still": changed(
        sample=still(drawn=("canvas",)), since_content_s=1.4, since_load_s=1.3, picture_s=0.01
    ),
    "an image that never comes": changed(sample=still(images=(("img", 1.9),))),
    "a stream that is shown as it comes": changed(
        sample=still(grown_s=0.4), requests=(OpenRequest(url="http://x.test/say", age_s=0.9, answered_s=0.8),)
    ),
}  # fmt: skip


@pytest.mark.parametrize("page_", [*ENDLESS])
def test_what_goes_on_for_ever_does_not_hold_the_page(page_: str) -> None:
    settling = judge(ENDLESS[page_])
    assert settling is not None
    assert settling.settled
    assert settling.why == "quiet"


def test_the_word_for_the_reason_is_what_held_the_page() -> None:
    """Detectors and strategies read it, not the sentence."""
    ended = replace(LATER["a timer in a blank page"], since_content_s=2.1)
    settling = judge(ended)
    assert settling is not None
    assert (settling.settled, settling.why) == (False, "timer")
    ring = judge(
        changed(
            sample=still(text=9, busy=("spinner i",)),
            since_content_s=2.1,
            requests=(OpenRequest(url="http://x.test/a"),),
        )
    )
    assert ring is not None
    assert ring.why == "busy"


def test_an_expectation_that_does_not_hold_is_waited_for_while_patience_remains() -> None:
    moment = changed(unmet=('text contains "Total"',))
    assert judge(moment) is None
    settling = judge(replace(moment, since_content_s=2.1, since_load_s=2.0))
    assert settling is not None
    assert settling.settled
    assert settling.pending == ('not yet so: text contains "Total"',)


def test_where_something_may_yet_bring_it_an_expectation_is_waited_for_twice_as_long() -> None:
    clock = still(ticking=((1.0, 3.0),), stirred_s=0.4)
    moment = changed(unmet=("h1 exists",), sample=clock, since_content_s=3.0, since_load_s=2.9)
    assert judge(moment) is None
    assert judge(replace(moment, since_content_s=4.1)) is not None


def test_nothing_is_waited_for_on_a_page_without_scripts() -> None:
    """What does not hold there never will."""
    assert judge(changed(unmet=("h1 exists",), sample=still(scripts=0))) is not None


@pytest.mark.parametrize(
    ("sign", "may"),
    [
        ("changes", True),
        ("a short timer", True),
        ("a worker without an answer", True),
        ("an empty list", True),
        ("a spinner", False),
        ("a body still open", False),
        ("a navigation", False),
        ("a refresh soon", False),
        ("a young request", False),
        ("no answer from the page", False),
    ],
)
def test_only_what_cannot_take_back_the_goal_lets_waiting_end_early(sign: str, may: bool) -> None:
    assert may_stop(SIGNS[sign]) is may


@pytest.mark.parametrize(
    ("moment", "worth"),
    [
        (LATER["a timer in a blank page"], True),
        (changed(body_open=True), True),
        (changed(requests=(OpenRequest(url="http://x.test/api", age_s=2.0),)), True),
        (changed(requests=(OpenRequest(url="http://x.test/api", age_s=4.0),), since_content_s=4.0), False),
        (changed(requests=(OpenRequest(url="http://x.test/poll", age_s=2.0),)), False),
        (changed(sample=still(busy=("spinner i",))), False),
        (changed(cut="ERR_CONNECTION_RESET"), False),
    ],
)
def test_a_retry_goes_on_where_the_page_is_still_at_work(moment: Moment, worth: bool) -> None:
    """A ring with nothing behind it, or a request that hangs, may do better on another load."""
    assert is_under_way(moment) is worth


@pytest.mark.parametrize("sign", [*SIGNS])
def test_a_sign_of_more_to_come_is_waited_for(sign: str) -> None:
    assert judge(SIGNS[sign]) is None


def test_what_changed_just_before_patience_ended_may_come_to_rest() -> None:
    moment = changed(sample=still(changed_s=0.05), since_content_s=2.1, since_load_s=2.0)
    assert judge(moment) is None
    settling = judge(replace(moment, since_content_s=2.6))
    assert settling is not None
    assert not settling.settled


def test_a_timer_that_is_about_to_fire_is_waited_for_beyond_patience() -> None:
    due = still(text=90, timers=(Timer(due_s=0.6, delay_s=2.7),))
    moment = changed(sample=due, since_content_s=2.1, since_load_s=2.0)
    assert judge(moment) is None
    far = replace(due, timers=(Timer(due_s=1.1, delay_s=3.2),))
    assert judge(replace(moment, sample=far, since_content_s=3.9)) is not None


def test_timers_that_follow_each_other_end_at_some_time() -> None:
    """Each is about to fire; patience is not endless for that."""
    due = still(text=90, timers=(Timer(due_s=0.3, delay_s=0.9),))
    settling = judge(changed(sample=due, since_content_s=3.8, since_load_s=3.7))
    assert settling is not None
    assert not settling.settled


def test_what_comes_while_the_goal_is_waited_for_may_come_to_rest() -> None:
    moment = changed(sample=still(timers=(Timer(due_s=0.4, delay_s=0.9),)), since_content_s=2.9, for_goal=True)
    assert judge(moment) is None


PATIENT = [
    one
    for one in SIGNS
    if one.startswith(("a spinner", "an empty mount", "a document", "a body", "no answer", "a young"))
]


@pytest.mark.parametrize("sign", PATIENT)
def test_when_patience_ends_the_page_is_not_settled_and_says_why(sign: str) -> None:
    moment = SIGNS[sign]
    settling = judge(replace(moment, since_commit_s=9.0, since_content_s=moment.since_content_s and 9.0))
    assert settling is not None
    assert not settling.settled
    assert settling.reason.startswith("patience ended: ")
    assert settling.pending


def test_an_empty_list_may_stay_empty() -> None:
    settling = judge(changed(sample=Sample(changed_s=1.3, lists=("ul#l",))))
    assert settling is not None
    assert settling.settled
    assert settling.pending == ("empty ul#l",)


@pytest.mark.parametrize(
    "request_",
    [
        OpenRequest(url="http://x.test/live", resource="eventsource", age_s=0.1),
        OpenRequest(url="http://x.test/", resource="websocket", age_s=0.1),
        OpenRequest(url="http://x.test/beacon", resource="ping", age_s=0.1),
        OpenRequest(url="http://x.test/big.png", resource="image", age_s=1.9),
        OpenRequest(url="http://x.test/poll?n=3", age_s=0.5, first=False),
        OpenRequest(url="http://x.test/state", age_s=0.5, first=False, repeats=2),
        OpenRequest(url="http://x.test/lines", age_s=1.9, answered_s=1.5),
        OpenRequest(url="http://ads.example/bid", age_s=2.5, same_site=False),
        OpenRequest(url="http://x.test/late", age_s=2.5, first=False),
        OpenRequest(url="http://x.test/a.js", resource="script", age_s=2.5),
    ],
)
def test_streams_polls_and_old_requests_do_not_hold_a_page_that_has_its_data(request_: OpenRequest) -> None:
    settling = judge(changed(requests=(request_,), filled=True, patience_s=9.0))
    assert settling is not None
    assert settling.settled
    assert len(settling.pending) == 1


def test_the_one_request_that_an_empty_page_waits_for_holds_it_however_old() -> None:
    mails = OpenRequest(url="http://x.test/api/mails", age_s=3.0)
    assert judge(changed(requests=(mails,), patience_s=9.0)) is None
    settling = judge(changed(requests=(mails,), since_content_s=2.1))
    assert settling is not None
    assert not settling.settled
    assert "/api/mails" in settling.reason


def test_a_refresh_far_away_does_not_hold() -> None:
    settling = judge(changed(refresh_in_s=20.0))
    assert settling is not None
    assert settling.settled
    assert settling.pending == ("refresh due in 20.0 s",)


def test_a_page_without_scripts_needs_no_long_quiet() -> None:
    settling = judge(changed(since_content_s=0.1, sample=Sample(changed_s=0.1, scripts=0)))
    assert settling is not None
    assert settling.settled


def test_a_cut_document_is_never_settled() -> None:
    settling = judge(changed(cut="ERR_INCOMPLETE_CHUNKED_ENCODING", since_content_s=None))
    assert settling is not None
    assert not settling.settled
    assert "ERR_INCOMPLETE_CHUNKED_ENCODING" in settling.reason


def test_more_patience_waits_longer() -> None:
    moment = changed(since_content_s=3.0, sample=Sample(changed_s=0.1))
    assert judge(replace(moment, patience_s=2.0)) is not None
    assert judge(replace(moment, patience_s=4.0)) is None


browser = pytest.mark.browser
in_session = pytest.mark.asyncio(loop_scope="session")


def after(seconds: float, body: str, kind: str = "application/json") -> object:
    async def answer(_ask: Ask, _writer: asyncio.StreamWriter) -> bytes | None:
        await asyncio.sleep(seconds)
        return page(body, "200 OK", kind)

    return answer


ROWS = "<h1>Inbox</h1><ul id=l></ul><script>const fill=n=>{for(let i=0;i<n;i++)l.innerHTML+='<li>mail '+i};"


@browser
@in_session
async def test_a_polling_inbox_settles_soon_after_its_rows(look: Looker, site: Site) -> None:
    site.put(
        "/inbox",
        ROWS + "const poll=n=>fetch('/poll?n='+n).then(()=>poll(n+1));"
        "fetch('/api/mails').then(r=>r.json()).then(n=>{fill(n);poll(0)});"
        "setInterval(()=>navigator.sendBeacon('/beacon'),500)</script><p id=c></p>"
        "<script>setInterval(()=>c.textContent=Date.now(),200)</script>",
    )
    site.put("/api/mails", after(0.4, "12"))  # type: ignore[arg-type]
    site.put("/poll", after(25, ""))  # type: ignore[arg-type]
    capture = await look("/inbox")
    assert (capture.text or "").count("mail") == 12
    assert capture.settling is not None
    assert capture.settling.settled
    assert any("/poll" in pending for pending in capture.settling.pending)
    assert capture.timings.settled is not None
    assert capture.timings.settled < 400 + 1500


@browser
@in_session
async def test_an_inbox_whose_mails_hang_is_not_settled(look: Looker, site: Site) -> None:
    site.put("/inbox", ROWS + "fetch('/api/mails').then(r=>r.json()).then(fill)</script>")
    site.put("/api/mails", after(25, "12"))  # type: ignore[arg-type]
    capture = await look("/inbox")
    assert capture.settling is not None
    assert not capture.settling.settled
    assert any("/api/mails" in pending for pending in capture.settling.pending)


@browser
@in_session
async def test_a_list_filled_by_a_timer_is_waited_for(look: Looker, site: Site) -> None:
    site.put("/list", ROWS + "setTimeout(()=>fill(5),700)</script>")
    capture = await look("/list")
    assert (capture.text or "").count("mail") == 5


@browser
@in_session
async def test_a_spinner_for_ever_is_not_settled(look: Looker, site: Site) -> None:
    site.put("/", "<div class='spinner' style='width:40px;height:40px'></div><script></script>")
    capture = await look("/", patience=1.0)
    assert capture.settling is not None
    assert not capture.settling.settled
    assert "spinner" in capture.settling.reason


@browser
@in_session
async def test_a_spinner_that_gives_way_is_waited_for(look: Looker, site: Site) -> None:
    site.put(
        "/",
        "<div id=s class=loader style='width:40px;height:40px'></div>"
        "<script>setTimeout(()=>{s.outerHTML='<h1>Ready</h1>'},900)</script>",
    )
    capture = await look("/")
    assert capture.text == "Ready"
    assert capture.settling is not None
    assert capture.settling.settled


@browser
@in_session
async def test_an_empty_mount_is_not_settled(look: Looker, site: Site) -> None:
    site.put("/", "<div id=root></div><script></script>")
    capture = await look("/", patience=0.8)
    assert capture.settling is not None
    assert not capture.settling.settled
    assert "div#root" in capture.settling.reason


@browser
@in_session
async def test_an_endless_stream_of_changes_is_bounded(look: Looker, site: Site) -> None:
    site.put(
        "/",
        "<p id=p>x</p><script>"
        "setInterval(()=>document.body.append(document.createElement('hr'),'more words '),50)</script>",
    )
    capture = await look("/", patience=1.0)
    assert capture.timings.captured is not None
    assert capture.timings.captured < 3000


@browser
@in_session
async def test_a_clock_does_not_hold_the_page(look: Looker, site: Site) -> None:
    site.put(
        "/", "<h1>Time</h1><p id=c></p><script>setInterval(()=>c.textContent=new Date().toISOString(),60)</script>"
    )
    capture = await look("/", patience=8.0)
    assert capture.settling is not None
    assert capture.settling.settled
    assert capture.timings.settled is not None
    assert capture.timings.settled < 2500


@browser
@in_session
async def test_a_large_frame_that_still_loads_is_waited_for(look: Looker, site: Site) -> None:
    site.put("/", "<h1>Outer</h1><iframe src='http://other.test/f' width=1000 height=600></iframe>")
    site.put(
        "/f",
        "<p class=spinner style='height:30px'></p>"
        "<script>setTimeout(()=>{document.body.innerHTML='<p>Inner'},900)</script>",
    )
    assert (await look("/")).text == "Outer\nInner"


@browser
@in_session
async def test_chained_requests_with_pauses_between_are_waited_for(look: Looker, site: Site) -> None:
    site.put(
        "/",
        "<h1>Orders</h1><div id=d></div><script>const wait=ms=>new Promise(r=>setTimeout(r,ms));(async()=>{"
        "const a=await(await fetch('/a')).json();await wait(200);const b=await(await fetch('/b')).json();"
        "await wait(250);d.innerHTML='<p>total '+(a+b)})()</script>",
    )
    site.put("/a", after(0.3, "3"))  # type: ignore[arg-type]
    site.put("/b", after(0.6, "4"))  # type: ignore[arg-type]
    assert (await look("/")).text == "Orders\ntotal 7"


def _stamped(name: str) -> str:
    return f"<h1>Orders</h1><p id=p></p><script>{name}</script>"


@browser
@in_session
async def test_what_gives_no_sign_is_waited_for_when_it_is_expected(look: Looker, site: Site) -> None:
    """A timer that ticks may bring anything at any time; only the goal knows that it has to."""
    site.put("/", _stamped("let n=0;setInterval(()=>{if(++n==4)p.textContent='total 7'},600)"))
    without = await look("/")
    assert "total" not in (without.text or "")
    capture = await look("/", expect='text contains "total 7"')
    assert "total 7" in (capture.text or "")
    assert capture.settling is not None
    assert capture.settling.settled
    assert "goal" in {phase.name for phase in capture.settling.phases}


@browser
@in_session
async def test_waiting_ends_when_all_that_is_expected_holds(look: Looker, site: Site) -> None:
    site.put("/", _stamped("p.textContent='total 7';setTimeout(()=>0,1400)"))
    assert ((await look("/")).timings.settled or 0) > 1300
    capture = await look("/", expect='text contains "total 7"')
    assert capture.settling is not None
    assert capture.settling.why == "goal"
    assert (capture.timings.settled or 9e9) < 1300


@browser
@in_session
async def test_a_goal_that_never_holds_costs_no_more_than_patience(look: Looker, site: Site) -> None:
    site.put("/", _stamped("p.textContent='total 7'"))
    capture = await look("/", expect='text contains "total 8"', patience=1.0)
    assert capture.settling is not None
    assert capture.settling.settled
    assert 'not yet so: text contains "total 8"' in capture.settling.pending
    assert (capture.timings.captured or 9e9) < 2500


@browser
@in_session
async def test_the_phases_are_the_whole_wait_and_survive_the_bundle(look: Looker, site: Site, tmp_path: Path) -> None:
    site.put("/", _stamped("fetch('/a').then(r=>r.json()).then(a=>p.textContent=a)"))
    site.put("/a", after(0.5, "3"))  # type: ignore[arg-type]
    capture = await look("/")
    assert capture.settling is not None
    assert capture.timings.settled is not None
    took = {phase.name: phase.ms for phase in capture.settling.phases}
    assert next(iter(took)) == "commit"
    assert took["request"] > 300
    assert sum(took.values()) == pytest.approx(capture.timings.settled, abs=20)
    assert load(save(tmp_path / "bundle", capture)).capture.settling == capture.settling


@browser
@in_session
async def test_a_spinner_is_known_by_its_form(look: Looker, site: Site) -> None:
    """No class name tells it here; a coloured square that moves about is none."""
    turn = "@keyframes a{to{transform:rotate(1turn)}}"
    ring = (
        "width:40px;height:40px;border-radius:50%;border:4px solid #ccc;border-top-color:#36c;animation:a 1s infinite"
    )
    site.put("/ring", f"<style>{turn}</style><h1>Orders</h1><div style='{ring}'></div><script></script>")
    square = "width:70px;height:50px;background:#fc3;animation:a 3s linear infinite"
    site.put("/square", f"<style>{turn}</style><h1>Orders</h1><div style='{square}'></div><script></script>")
    bars = "<p class=x></p>" * 4
    pulse = "@keyframes a{to{opacity:.3}} .x{height:14px;background:#ddd;animation:a 1s infinite alternate}"
    site.put("/bars", f"<style>{pulse}</style><h1>Orders</h1>{bars}<script></script>")
    for path, word in (("/ring", "spinner div"), ("/bars", "skeleton p.x")):
        capture = await look(path, patience=0.8)
        assert capture.settling is not None
        assert (capture.settling.settled, capture.settling.why) == (False, "busy")
        assert word in capture.settling.reason
    capture = await look("/square", patience=0.8)
    assert capture.settling is not None
    assert capture.settling.settled


@browser
@in_session
async def test_a_page_sees_its_own_functions_as_they_were(look: Looker, site: Site) -> None:
    """Timers are only listened to: names, arguments, `this` and answers stay."""
    site.put(
        "/",
        _stamped(
            "const id=setTimeout((a,b)=>{p.textContent=[a+b,setTimeout.name,setTimeout.length,typeof id,"
            "String(setTimeout).includes('native code')].join(' ')},50,3,4);"
            "clearTimeout(setTimeout(()=>{p.textContent='no'},60))"
        ),
    )
    assert (await look("/")).text == "Orders\n7 setTimeout 1 number true"


@browser
@in_session
async def test_a_large_page_is_not_read_through_at_every_look(look: Looker, site: Site) -> None:
    """Twenty thousand rows: what was seen stands while nothing stirs, and a late row is still seen."""
    rows = "".join(f"<tr><td>Order {number}<td>paid</tr>" for number in range(20_000))
    late = "setTimeout(()=>{document.querySelector('h1').textContent='Orders, all of them'},900)"
    site.put("/", f"<h1>Orders</h1><table>{rows}</table><script>{late}</script>")
    capture = await look("/", patience=6.0)
    assert (capture.text or "").startswith("Orders, all of them")
    assert capture.settling is not None
    assert capture.settling.settled


@browser
@in_session
async def test_an_unsettled_capture_tells_whether_more_is_on_its_way(look: Looker, site: Site) -> None:
    site.put("/", _stamped("fetch('/a').then(r=>r.json()).then(a=>p.textContent=a)"))
    site.put("/a", after(3, "3"))  # type: ignore[arg-type]
    site.put("/ring", "<div class=spinner style='width:40px;height:40px'></div><script></script>")
    for path, more in (("/", True), ("/ring", False)):
        settling = (await look(path, patience=0.6)).settling
        assert settling is not None
        assert (settling.settled, settling.more_to_come) == (False, more)


@browser
@in_session
async def test_queries_to_one_path_are_not_taken_for_a_poll(look: Looker, site: Site) -> None:
    """Three different questions, one after another, each slower than a poll is waited for."""
    site.put(
        "/",
        _stamped(
            "(async()=>{for(const n of [1,2,3])await(await fetch('/api?part='+n)).json();"
            "document.querySelector('p').textContent='total 7'})()"
        ),
    )
    site.put("/api", after(0.5, "3"))  # type: ignore[arg-type]
    assert (await look("/", patience=4.0)).text == "Orders\ntotal 7"
