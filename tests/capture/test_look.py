"""What a person sees: shadow trees, frames, what is hidden, what lies over the page."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from pagestate.evidence import Capture
from tests.capture.conftest import Looker, Site, page

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def tree(capture: Capture) -> LexborHTMLParser:
    assert capture.rendered_html is not None
    return LexborHTMLParser(capture.rendered_html)


@pytest.mark.parametrize("mode", ["open", "closed"])
async def test_shadow_trees_are_read_nested_ones_too(look: Looker, site: Site, mode: str) -> None:
    site.put(
        "/invoice",
        f"""<x-app></x-app><script>
        const root = document.querySelector('x-app').attachShadow({{mode: '{mode}'}});
        root.innerHTML = '<h1>Invoice 42</h1><x-inner></x-inner>';
        root.querySelector('x-inner').attachShadow({{mode: '{mode}'}}).innerHTML = '<p class=sum>Total 7</p>';
        </script>""",
    )
    capture = await look("/invoice")
    assert capture.text == "Invoice 42\nTotal 7"
    found = tree(capture).css_first("x-app > pagestate-shadow > h1")
    assert found is not None
    assert tree(capture).css_first("x-inner > pagestate-shadow > p.sum") is not None


async def test_a_declared_shadow_root_is_read(look: Looker, site: Site) -> None:
    site.put("/", "<x-a><template shadowrootmode=open><h1>Declared</h1></template></x-a>")
    assert (await look("/")).text == "Declared"


async def test_slotted_text_stands_where_its_slot_is(look: Looker, site: Site) -> None:
    site.put(
        "/",
        """<x-card><b slot=title>Title</b>Body<i slot=nowhere>Lost</i></x-card><script>
        document.querySelector('x-card').attachShadow({mode:'open'}).innerHTML =
          '<h1><slot name=title>none</slot></h1><p><slot></slot></p><p><slot name=foot>Fallback</slot></p>';
        </script>""",
    )
    capture = await look("/")
    assert capture.text == "Title\nBody\nFallback"
    lost = tree(capture).css_first("i")
    assert lost is not None
    assert "data-pagestate-hidden" in lost.attributes


async def test_frames_of_this_and_other_sites_stand_inline(look: Looker, site: Site) -> None:
    site.put("/", "<h1>Outer</h1><iframe src='http://other.test/f' width=600 height=300></iframe><p>After")
    site.put("/f", "<html><body class=b><p>Inner</p><iframe src='/g'></iframe></body></html>")
    site.put("/g", "<p>Innermost</p>")
    capture = await look("/")
    assert capture.text == "Outer\nInner\nInnermost\nAfter"
    assert tree(capture).css_first("body > pagestate-frame[src='http://other.test/f'] p") is not None
    assert tree(capture).css_first("body.b") is None
    outer, inner = capture.frames
    assert (outer.url, outer.status) == ("http://other.test/f", 200)
    assert 0.15 < outer.area < 0.2
    assert outer.text_length == len("Inner\nInnermost")
    assert inner.url == "http://other.test/g"


async def test_a_frameset_is_read_through_its_frames(look: Looker, site: Site) -> None:
    site.put(
        "alias.test/",
        "<title>Alias</title><frameset rows='100%,*'><frame src='http://real.test/'>"
        "<noframes>Your browser does not support frames</noframes></frameset>",
    )
    site.put("real.test/", "<h1>Solar parts</h1>")
    capture = await look("http://alias.test/")
    assert capture.text == "Solar parts"
    assert tree(capture).css_first("pagestate-frame h1") is not None
    assert capture.frames[0].area > 0.95


async def test_a_frame_that_was_refused_says_so(look: Looker, site: Site) -> None:
    site.put("/", "<h1>Outer</h1><iframe src='http://other.test/deny'></iframe>")
    site.put("/deny", page("<p>secret", "200 OK", "text/html", "X-Frame-Options: DENY"))
    capture = await look("/")
    (frame,) = capture.frames
    assert frame.failure is not None
    assert "BLOCKED_BY_RESPONSE" in frame.failure
    assert frame.text_length == 0
    assert capture.text == "Outer"


async def test_a_hidden_frame_is_not_text(look: Looker, site: Site) -> None:
    site.put(
        "/", "<h1>Outer</h1><iframe src=/f style='display:none'></iframe><iframe src=/f width=0 height=0></iframe>"
    )
    site.put("/f", "<p>Inner")
    capture = await look("/")
    assert capture.text == "Outer"
    assert [frame.text_length for frame in capture.frames] == [0, 0]


HIDDEN = {
    "display": "<div style='display:none'>X</div>",
    "visibility": "<div style='visibility:hidden'>X</div>",
    "opacity": "<div style='opacity:0'><b>X</b></div>",
    "nested opacity": "<div style='opacity:.2'><b style='opacity:.1'>X</b></div>",
    "zero size": "<div style='width:0;height:0;overflow:hidden'>X</div>",
    "left of the page": "<div style='position:absolute;left:-9999px'>X</div>",
    "above the page": "<div style='position:absolute;top:-500px'>X</div>",
    "indented away": "<div style='text-indent:-9999px'>X</div>",
    "clipped": "<div style='position:absolute;clip:rect(0,0,0,0)'>X</div>",
    "clip path": "<div style='clip-path:inset(50%)'>X</div>",
    "one pixel": "<span style='position:absolute;width:1px;height:1px;overflow:hidden'>X</span>",
    "scaled away": "<div style='transform:scale(0)'>X</div>",
    "collapsed": "<div style='max-height:0;overflow:hidden'><p>X</p></div>",
    "closed dialog": "<dialog>X</dialog>",
    "popover": "<div popover>X</div>",
    "details": "<details><summary>More</summary>X</details>",
    "template": "<template><p>X</p></template>",
    "noscript": "<noscript><p>X</p></noscript>",
    "hidden": "<p hidden>X</p>",
    "until found": "<p hidden=until-found>X</p>",
    "carousel": "<div style='width:200px;overflow:hidden;white-space:nowrap'>"
    "<span style='display:inline-block;width:200px'>one</span>"
    "<span style='display:inline-block;width:200px'>X</span></div>",
    "fixed off": "<div style='position:fixed;top:-200px;height:50px'>X</div>",
    "script": "<script>'X'</script>",
    "value": "<input value=X><textarea>X</textarea>",
    "font size": "<p style='font-size:0'>X</p>",
}


def gathered(cases: dict[str, str]) -> str:
    """All cases on one page, each with a word of its own."""
    return "".join(f"<section>{html.replace('X', f'X{place}X')}</section>" for place, html in enumerate(cases.values()))


async def test_what_cannot_be_seen_is_no_text(look: Looker, site: Site) -> None:
    site.put("/", f"<h1>Seen</h1>{gathered(HIDDEN)}<p>End")
    text = (await look("/")).text or ""
    wrong = [name for place, name in enumerate(HIDDEN) if f"X{place}X" in text]
    assert wrong == []
    assert text.startswith("Seen")
    assert text.endswith("End")


SEEN = {
    "contents": "<div style='display:contents'>X</div>",
    "below the fold": "<div style='height:3000px'></div><p>X</p>",
    "visible again": "<div style='visibility:hidden'>no<b style='visibility:visible'>X</b></div>",
    "scrolled area": "<div style='height:50px;overflow:auto'><div style='height:500px'></div>X</div>",
    "flat parent": "<div style='height:0'><p style='position:absolute;top:300px'>X</p></div>",
    "out of a clipping parent": "<div style='height:10px;overflow:hidden'>"
    "<p style='position:fixed;top:200px'>X</p></div>",
    "floats": "<div style='height:0'><div style='float:left'>X</div></div>",
    "button": "<input type=submit value=X>",
    "chosen": "<select><option>no<option selected>X</select>",
    "open details": "<details open><summary>More</summary>X</details>",
    "modal": "<dialog id=d>X</dialog><script>d.showModal()</script>",
    "drawing": "<svg width=100 height=30><text y=20>X</text></svg>",
    "table": "<table><tr><td>a<td>X</table>",
    "faded": "<p style='opacity:.5'>X</p>",
}


async def test_what_can_be_seen_is_text(look: Looker, site: Site) -> None:
    site.put("/", f"<h1>Seen</h1>{gathered(SEEN)}")
    text = (await look("/")).text or ""
    missing = [name for place, name in enumerate(SEEN) if f"X{place}X" not in text]
    assert missing == []


async def test_hidden_elements_are_marked_and_others_are_not(look: Looker, site: Site) -> None:
    site.put(
        "/", "<p id=a>A</p><p id=b style='display:none'><i id=c>C</i></p><p id=d><b style='opacity:0' id=e>E</b>F</p>"
    )
    parsed = tree(await look("/"))
    marked = {node.id for node in parsed.css("[data-pagestate-hidden]")}
    assert marked == {"b", "c", "e"}


async def test_text_keeps_blocks_apart_and_folds_space(look: Looker, site: Site) -> None:
    site.put("/", "<h1> A\n  b </h1><p>one<br>two <b>three</b>four</p><pre>x\n  y</pre><table><tr><td>1<td>2</table>")
    assert (await look("/")).text == "A b\none\ntwo threefour\nx\ny\n1 2"


async def test_what_somebody_typed_is_not_written_down(look: Looker, site: Site) -> None:
    site.put(
        "/",
        "<form><input name=u value=alice77><input type=hidden name=csrf value=tok3n99><textarea>note55</textarea>"
        "<input type=submit value=Send></form><script>document.forms[0].u.value='typed88'</script>",
    )
    capture = await look("/")
    rendered = capture.rendered_html or ""
    assert not [word for word in ("alice77", "tok3n99", "note55", "typed88") if word in (capture.text or "")]
    body = LexborHTMLParser(rendered).css_first("form")
    assert body is not None
    assert "alice77" not in (body.html or "")
    assert "tok3n99" not in (body.html or "")
    assert capture.text == "Send"


async def test_a_bar_at_the_foot_is_a_small_cover(look: Looker, site: Site) -> None:
    words = "<p>price 10 " + "word " * 3000
    site.put(
        "/p",
        f"{words}<div id=bar style='position:fixed;bottom:0;left:0;right:0;height:30%;background:#fff'>"
        "Cookies? Reject</div>",
    )
    capture = await look("/p")
    (cover,) = capture.covers
    assert 0.25 <= cover.share <= 0.35
    assert cover.where == "div#bar"
    assert cover.text == "Cookies? Reject"
    assert not cover.scroll_locked
    assert "price 10" in (capture.text or "")


async def test_a_dialog_with_its_backdrop_covers_everything(look: Looker, site: Site) -> None:
    words = "<p>price 10 " + "word " * 3000
    site.put(
        "/p",
        f"<body style='overflow:hidden'>{words}"
        "<div class=backdrop style='position:fixed;inset:0;background:#0008'></div>"
        "<div id=gate style='position:fixed;inset:20%;background:#fff'>We value your privacy</div>",
    )
    capture = await look("/p")
    (cover,) = capture.covers
    assert cover.share > 0.95
    assert cover.where == "div#gate"
    assert cover.scroll_locked
    assert "price 10" in (capture.text or "")


async def test_a_modal_dialog_is_a_cover(look: Looker, site: Site) -> None:
    site.put("/p", "<p>text " * 300 + "<dialog id=d>Hello there</dialog><script>d.showModal()</script>")
    capture = await look("/p")
    assert capture.covers
    assert capture.covers[0].text == "Hello there"
    assert capture.covers[0].share > 0.9


async def test_text_under_a_full_opaque_overlay_is_not_seen(look: Looker, site: Site) -> None:
    site.put(
        "/p",
        "<p>Underneath " * 300 + "<form><input id=u></form>"
        "<div id=over style='position:fixed;inset:0;background:#fff;z-index:9'>Over it</div>",
    )
    capture = await look("/p")
    assert capture.text == "Over it"
    assert capture.covers[0].share == 1.0
    field = tree(capture).css_first("#u")
    assert field is not None
    assert "data-pagestate-hidden" in field.attributes


async def test_an_application_in_a_fixed_root_is_no_cover(look: Looker, site: Site) -> None:
    site.put(
        "/p", "<div id=app style='position:fixed;inset:0;overflow:auto'><h1>App</h1>" + "<p>text " * 100 + "</div>"
    )
    capture = await look("/p")
    assert capture.covers == ()
    assert (capture.text or "").startswith("App")


async def test_a_huge_page_is_cut_but_keeps_what_is_asked_for(look: Looker, site: Site) -> None:
    from pagestate.capture.backend import CaptureRequest

    site.put(
        "/huge",
        "<h1>Huge</h1><script>const p='<p>'+'x'.repeat(2000);let s='';for(let i=0;i<3000;i++)s+=p;"
        "document.body.insertAdjacentHTML('beforeend',s+'<b class=end>last</b>')</script>",
    )
    capture = await look.backend.capture(
        CaptureRequest(url="http://app.test/huge", selectors=("b.end",), screenshot=False, site_key=look.key)
    )
    assert capture.rendered_html is not None
    assert len(capture.rendered_html) < 6_000_000
    assert tree(capture).css_first("b.end") is not None
    assert any("cut after" in note for note in capture.notes)
