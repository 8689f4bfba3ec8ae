"""What a person sees and what a page is made of, from markup and from measured captures."""

import pytest

from pagestate.evidence import Capture, Visitor
from pagestate.facts import Facts, extract
from pagestate.facts.extraction import flattened


def facts(html: str, **fields: object) -> Facts:
    return extract(Capture(source="html", served_html=html, **fields))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "hiding",
    [
        "<div hidden>unseen</div>",
        "<div style='display: none'>unseen</div>",
        "<div style='visibility:hidden'>unseen</div>",
        "<div class='d-none'>unseen</div>",
        "<dialog>unseen</dialog>",
        "<div role=dialog aria-hidden=true>unseen</div>",
        "<template>unseen</template>",
        "<script>unseen</script>",
        "<style>.unseen{}</style>",
        "<noscript>unseen</noscript>",
        "<style>.veil { display: none }</style><div class=veil>unseen</div>",
        "<div data-pagestate-hidden>unseen</div>",
        "<select><option>unseen</select>",
        "<textarea>unseen</textarea>",
        "<canvas>unseen</canvas>",
    ],
)
def test_what_is_out_of_sight_is_no_text(hiding: str) -> None:
    assert facts(f"<body><p>seen</p>{hiding}<p>too</p>").text == "seen\ntoo"


def test_a_print_style_hides_nothing() -> None:
    html = "<style>@media print { .lead { display: none } }</style><p class=lead>seen</p>"
    assert facts(html).text == "seen"


def test_a_rendered_document_trusts_the_browsers_marks_alone() -> None:
    html = "<p class=hidden>shown by a script</p><p data-pagestate-hidden>unseen</p>"
    found = extract(Capture(source="browser", rendered_html=html, served_html="<p>other</p>"))
    assert found.rendered
    assert found.text == "shown by a script"


def test_measured_text_wins() -> None:
    assert (
        extract(Capture(source="browser", rendered_html="<p>a</p>", text="measured  text\n\nhere")).text
        == "measured text\nhere"
    )


def test_regions_are_told_by_elements_roles_and_names() -> None:
    html = (
        "<header>Top</header><div role=navigation>Menu</div><div class='side-bar sidebar'>Side</div>"
        "<main><header><h1>Heading</h1></header><p>Body</p></main><div id=footer>Bottom</div><div "
        "class=cookie-banner>Cookies</div>"
    )
    found = facts(html)
    assert found.main_text == "Heading\nBody"
    assert [block.region for block in found.blocks] == ["header", "nav", "aside", "main", "main", "footer", "dialog"]


def test_forms_keep_fields_labels_buttons_and_place() -> None:
    html = (
        "<nav><form action=/find><input name=q placeholder=Search></form></nav>"
        "<form id=f method=POST action=/in><label for=u>User</label><input id=u name=user><input type=password name=p>"
        "<input type=hidden name=t><div hidden><input name=trap></div><button>Go in</button></form><input name=loose>"
    )
    search, login, loose = facts(html).forms
    assert (search.region, search.fields[0].label) == ("nav", "Search")
    assert (login.where, login.method, login.action) == ("form#f", "post", "/in")
    assert [(field.name, field.type, field.visible) for field in login.fields] == [
        ("user", "text", True),
        ("p", "password", True),
        ("t", "hidden", False),
        ("trap", "text", False),
        ("", "submit", True),
    ]
    assert (login.fields[0].label, login.fields[-1].label) == ("User", "Go in")
    assert loose.where == "inputs outside forms"


def test_frames_and_framesets() -> None:
    found = facts("<iframe src=/a title=Map></iframe><iframe src=/b width=1 height=1></iframe>")
    assert [(frame.src, frame.visible) for frame in found.frames] == [("/a", True), ("/b", False)]
    assert found.frames[0].identifier == "Map"
    framed = facts("<frameset><frame src=http://x.test/><noframes>No <b>frames</b></noframes></frameset>")
    assert framed.document == "frameset"
    assert framed.frames[0].frameset
    assert framed.noframes_text == "No frames"


def test_inlined_frames_and_shadow_trees_are_read_in_place() -> None:
    html = (
        "<p>before</p><x-card><pagestate-shadow><h1>Invoice 42</h1></pagestate-shadow></x-card>"
        "<iframe src=/f></iframe><pagestate-frame src=/f><p>inside</p></pagestate-frame>"
    )
    found = extract(Capture(source="browser", rendered_html=html))
    assert found.text == "before\nInvoice 42\ninside"
    assert found.headings == ("Invoice 42",)


def test_a_refresh_counts_unless_it_stands_in_noscript_where_scripts_run() -> None:
    tag = "<meta http-equiv=refresh content='3; url=/next'>"
    found = facts(tag)
    assert found.refresh is not None
    assert (found.refresh.delay_s, found.refresh.url, found.refresh.where) == (3.0, "/next", "meta")
    quiet = facts(f"<noscript>{tag}</noscript>")
    assert quiet.refresh is None
    assert quiet.noscript_refresh is not None
    still = facts(f"<body><noscript>{tag}<p>No scripts</p></noscript>", visitor=Visitor(javascript=False))
    assert still.refresh is not None
    assert "No scripts" in still.text


@pytest.mark.parametrize(
    ("body", "mime", "kind"),
    [
        ('{"status": "ok"}', "application/json", "json"),
        ("[1, 2]", None, "json"),
        ("<?xml version='1.0'?><Error><Code>NoSuchKey</Code></Error>", "application/xml", "xml"),
        ("plain words", "text/plain", "text"),
        ("no healthy upstream", None, "text"),
        ("<p>hello", "text/html", "html"),
        ("", None, "html"),
    ],
)
def test_what_kind_of_document_it_is(body: str, mime: str | None, kind: str) -> None:
    assert facts(body, headers=(("content-type", mime),) if mime else ()).document == kind


def test_json_is_read_as_a_value_also_inside_the_browsers_pre() -> None:
    body = '{"status": "critical"}'
    assert facts(body, headers=(("content-type", "application/json"),)).json == {"status": "critical"}
    shown = Capture(
        source="browser", served_html=body, rendered_html=f"<html><body><pre>{body}</pre></body></html>", text=body,
        headers=(("content-type", "application/json"),),
    )  # fmt: skip
    assert extract(shown).json == {"status": "critical"}


def test_nothing_of_the_page_before_is_read_after_a_failed_navigation() -> None:
    found = extract(Capture(source="browser", committed=False, rendered_html="<p>old</p>", text="old", title="Old"))
    assert (found.text, found.title, found.document) == ("", "", "none")


def test_scripts_names_and_the_mount_point() -> None:
    html = (
        "<html lang=de class=js><body id=top class='page-404'><div id=root></div><script src=/a.js></script>"
        "<script>var a = 1;</script><script type='application/ld+json'>{}</script></body></html>"
    )
    found = facts(html)
    assert found.script_sources == ("/a.js",)
    assert found.script_length == len("var a = 1;")
    assert found.linked_data
    assert found.mount == "div#root"
    assert found.body_names.split() == ["js", "top", "page-404"]
    assert found.closed


def test_a_document_nested_a_hundred_thousand_deep_is_walked() -> None:
    assert facts("<div>" * 100_000 + "deep").text == "deep"


def test_a_page_of_five_megabytes_is_read_to_its_end() -> None:
    """What it costs is measured in benchmarks/size.py."""
    entry = "<li><a href='/x'>An entry of a list</a> with a line beside it</li>"
    html = f"<ul>{entry * 80_000}</ul><p id=last>The very last line"
    found = facts(html)
    assert len(html) > 5_000_000
    assert found.text.endswith("The very last line")


def test_deep_nesting_costs_time_in_proportion_to_its_size() -> None:
    """The parser alone takes minutes for what a hostile page can nest, closed or not."""
    for closing in ("", "</div>"):
        deep = "<body><h1>Deep</h1>" + "<div>" * 100_000 + "hello" + closing * 100_000
        assert flattened(deep).count("<div>") <= 513
        assert "hello" in extract(Capture(source="html", served_html=deep)).text


def test_a_long_page_that_is_not_deep_stays_as_it_is() -> None:
    long = "<body>" + "<div><p>One paragraph.<ul><li>One<li>Two</ul></div>" * 5_000
    assert flattened(long) == long
