"""When a page counts as at rest: the pure judgement, then real pages."""

import asyncio
from dataclasses import replace

import pytest

from pagestate.capture.readiness import Moment, OpenRequest, Sample, judge
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


@pytest.mark.parametrize("sign", [*SIGNS])
def test_a_sign_of_more_to_come_is_waited_for(sign: str) -> None:
    assert judge(SIGNS[sign]) is None


@pytest.mark.parametrize("sign", [*SIGNS][:8])
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
