"""Situations from the field in which the obvious verdict is the wrong one."""

from dataclasses import replace

import pytest

from pagestate.decide import Verdict, classify
from pagestate.detect.model import SiteHistory
from pagestate.evidence import Capture, CaptureFailure, Console, Cover, Download, Exchange, FailureKind, Hop, Probe
from pagestate.states import PageState

from .captures import NAV, fetch, goal, live, page, prose, saved

HOTEL = page(
    "Hotel Seeblick",
    "<nav>"
    + "".join(f"<a href='/{name}'>{name}</a>" for name in ("rooms", "food", "spa", "prices", "contact"))
    + "</nav>"
    "<main><h1>Hotel Seeblick</h1>" + prose("the lake and its shore", 4) + "</main>",
)


def named(verdict: Verdict) -> str:
    return f"{verdict.state}.{verdict.kind}" if verdict.kind else str(verdict.state)


def test_a_start_page_that_answers_for_every_address_is_no_soft_404() -> None:
    probe = Probe(purpose="sibling", url="http://hotel.test/qx81zt", status=200, html=HOTEL)
    capture = live(HOTEL, requested_url="http://hotel.test/", probes=(probe,))
    assert named(classify(capture, goal=goal('h1 == "Hotel Seeblick"', 'count("nav a") >= 4'))) == "goal_achieved"


def test_another_address_that_shows_the_same_as_a_random_one_is_a_soft_404() -> None:
    probe = Probe(purpose="sibling", url="http://hotel.test/rooms/qx81zt", status=200, html=HOTEL)
    capture = live(HOTEL, requested_url="http://hotel.test/rooms/summer-offer", probes=(probe,))
    assert named(classify(capture, goal=goal('h1 contains "summer offer"'))) == "error_page.soft_404"


def test_wall_words_deep_in_a_long_text_are_furniture() -> None:
    body = (
        "<main><h1>Overview of the protocol</h1>"
        + prose("the exchange of messages", 12)
        + "<ul><li>The example has been removed from an earlier section.</li><li>Answers 404, access denied "
        "and maintenance "
        "are described in section 9.</li></ul></main>"
    )
    verdict = classify(live(page("Overview of the protocol", body)), goal=goal('h1 == "Overview of the protocol"'))
    assert named(verdict) == "goal_achieved"


def test_the_same_words_alone_under_the_name_of_the_site_are_the_message() -> None:
    verdict = classify(live(page("Docs", "<h1>Docs</h1><p>The page has been removed.</p>")))
    assert named(verdict).startswith("error_page")


NOT_FOUND = page("Console", NAV + "<main><h1>Page not found</h1><p>We could not find this page.</p></main>")


def test_a_not_found_shown_because_a_query_failed_is_the_servers_error() -> None:
    capture = live(
        NOT_FOUND,
        requested_url="http://console.test/project/7",
        final_url="http://console.test/404",
        hops=(Hop(url="http://console.test/project/7", via="history"),),
        exchanges=(
            fetch(
                "http://console.test/graphql",
                method="POST",
                body='{"data":null,"errors":[{"message":"upstream timed out"}]}',
            ),
        ),
    )
    assert named(classify(capture, goal=goal('h1 == "Project Seven"'))) == "error_page.server_error"


def test_a_not_found_after_an_honest_answer_is_a_not_found() -> None:
    capture = live(
        NOT_FOUND,
        requested_url="http://console.test/project/7",
        exchanges=(fetch("http://console.test/graphql", method="POST", body='{"data":{"project":null}}'),),
    )
    assert named(classify(capture)) in ("error_page.not_found", "error_page.soft_404")


SLOW_DOWN = page("Slow down", "<h1>Slow down</h1><p>You have made too many requests. Try again later.</p>")


def test_403_with_an_exhausted_quota_after_good_pages_is_a_rate_limit() -> None:
    capture = live(
        SLOW_DOWN,
        status=403,
        headers=(
            ("date", "Mon, 30 Nov 2026 12:00:00 GMT"),
            ("x-ratelimit-remaining", "0"),
            ("x-ratelimit-reset", "1796040060"),
        ),
    )
    verdict = classify(capture, history=SiteHistory(pages_ok=3))
    assert named(verdict) == "captcha.rate_limited"
    assert verdict.come_back is not None
    assert verdict.come_back.after_s == 60


def test_a_private_repository_is_forbidden() -> None:
    html = page("Forbidden", "<h1>403 Forbidden</h1><p>This is a private repository.</p>")
    assert named(classify(live(html, status=403))) == "error_page.forbidden"


def test_a_redirect_loop_stays_one_whatever_cookie_it_plants() -> None:
    hops = tuple(
        Hop(url="http://gov.test/calendar", status=307, location="http://gov.test/calendar", cookies_set=("TSPD_101",))
        for _ in range(20)
    )
    capture = Capture(
        source="browser",
        requested_url="http://gov.test/calendar",
        committed=False,
        hops=hops,
        failure=CaptureFailure(kind="loop", detail="net::ERR_TOO_MANY_REDIRECTS"),
    )
    verdict = classify(capture, goal=goal('count("table") >= 1'))
    assert named(verdict) == "redirect_loop.loop"
    assert verdict.runner_up is not None
    assert verdict.runner_up.state is not PageState.GOAL_ACHIEVED


@pytest.mark.parametrize("status", [999, 418, 420, 405])
def test_a_made_up_status_refuses_the_visitor(status: int) -> None:
    html = page("", "<p>Request denied</p>")
    capture = live(html, status=status, requested_url="http://net.test/in/someone")
    assert named(classify(capture, goal=goal('h1 == "Someone"'))) == "captcha.access_denied"


SHOP = (
    "<noscript><meta http-equiv=refresh content='0;url=/store?noscript=1'></noscript>"
    "<script src='/app.js'></script><h1>Store</h1>"
)


def test_a_refresh_inside_noscript_does_not_happen_where_scripts_run() -> None:
    items = "".join(f"<li class='item'><a href='/i/{n}'>Article {n}</a> 12.50</li>" for n in range(20))
    capture = live(page("Store", SHOP + f"<ul>{items}</ul>"), requested_url="http://shop.test/store")
    assert named(classify(capture, goal=goal('count(".item") == 20'))) == "goal_achieved"


def test_moves_within_a_site_are_harmless() -> None:
    html = page("A", NAV + "<main><h1>A</h1>" + prose("the letter A", 3) + "</main>")
    capture = live(
        html,
        requested_url="http://shop.test/a?ref=1",
        final_url="https://www.shop.test/a/",
        hops=(Hop(url="http://shop.test/a?ref=1", status=301), Hop(url="https://shop.test:443/a", status=308)),
    )
    assert named(classify(capture, goal=goal('h1 == "A"', 'url.host == "shop.test"'))) == "goal_achieved"
    lost = replace(capture, final_url="https://www.shop.test/")
    assert named(classify(lost)) == "redirect_loop.bounced_home"
    away = replace(capture, final_url="https://shop.test.evil.test/a")
    assert named(classify(away)) == "domain_mismatch.off_domain"
    assert named(classify(away, goal=goal('h1 == "A"', aliases=("evil.test",)))) == "goal_achieved"


FRAMED = (
    "<html><head><title>Alias</title></head><frameset rows='100%,*'><frame src='http://real.test/'>"
    "<noframes>Your browser does not support frames</noframes></frameset></html>"
)


def test_a_window_full_of_another_site_needs_that_site_to_be_allowed() -> None:
    capture = Capture(
        source="http",
        requested_url="http://alias.test/",
        final_url="http://alias.test/",
        status=200,
        served_html=FRAMED,
    )
    assert named(classify(capture)) == "domain_mismatch.off_domain"
    assert classify(capture, goal=goal("status == 200", aliases=("real.test",))).state is not PageState.DOMAIN_MISMATCH


def test_a_refusal_of_a_third_party_is_no_login_wall() -> None:
    html = page(
        "Roles",
        NAV + "<main><h1>Roles</h1><div class='notification'>The list could not be loaded: the remote server "
        "rejected our key.</div></main>",
    )
    capture = live(
        html,
        requested_url="http://auto.test/orgs/1/roles",
        exchanges=(
            fetch("http://auto.test/api/me"),
            fetch("http://auto.test/api/orgs/1"),
            fetch("http://auto.test/api/infra/roles", 401, body='{"error":"remote server rejected our key"}'),
        ),
    )
    assert named(classify(capture, goal=goal('count(".role") >= 1'))) == "goal_failed.app_error_banner"


def test_an_ended_session_shows_in_the_identity_request() -> None:
    html = page("Orders", NAV + "<main><h1>Orders</h1></main>")
    capture = live(html, exchanges=(fetch("http://app.test/api/me", 401), fetch("http://app.test/api/orders", 401)))
    assert named(classify(capture, goal=goal('count("table tr") >= 1'))) == "auth_wall.session_expired"


PERSON_FORM = (
    "<form method=post action='/people'><label>Name <input name=name></label><label>E-mail <input type=email "
    "name=email></label>"
    "<select name=role><option>Reader<option>Editor</select><input type=password name=password>"
    "<input type=password name=password_repeat><button>Save</button><button type=button>Cancel</button></form>"
)


def test_a_form_to_add_a_person_is_no_login() -> None:
    html = page("Add a person", NAV + "<main><h1>Add a person</h1>" + PERSON_FORM + "</main>")
    capture = live(html, requested_url="http://admin.test/people/new")
    assert named(classify(capture, goal=goal('count("form select[name=role]") == 1'))) == "goal_achieved"


def test_the_same_form_in_the_way_of_another_page_is_a_signup_wall() -> None:
    html = page(
        "Create your account",
        "<main><h1>Create your account to continue</h1>" + PERSON_FORM + "<a href='/login'>Log in</a></main>",
    )
    capture = live(
        html,
        requested_url="http://admin.test/orders",
        final_url="http://admin.test/signup?next=/orders",
        hops=(Hop(url="http://admin.test/orders", status=302),),
    )
    assert named(classify(capture, goal=goal('count("table.orders tr") >= 1'))) == "auth_wall.signup"


@pytest.mark.parametrize("how", ["status", "failure"])
def test_401_is_one_fact_however_it_shows(how: str) -> None:
    if how == "status":
        capture = live(
            "<html><head></head><body></body></html>",
            status=401,
            headers=(("www-authenticate", 'Basic realm="staging"'),),
        )
    else:
        capture = Capture(
            source="browser",
            requested_url="http://stage.test/staging",
            committed=False,
            failure=CaptureFailure(kind="http_auth", detail="net::ERR_INVALID_AUTH_CREDENTIALS"),
        )
    assert named(classify(capture, goal=goal('visible("h1")'))) == "auth_wall.http_auth"


def test_a_script_answered_with_a_page_is_a_missing_chunk() -> None:
    html = page("Orders", "<div id=root></div><script type=module src='/assets/Orders-OLD.js'></script>")
    capture = live(
        html,
        requested_url="http://app.test/",
        exchanges=(
            Exchange(url="http://app.test/assets/Orders-OLD.js", resource="script", status=200, mime="text/html"),
        ),
        console=(Console(level="error", text="Failed to load module script: expected a JavaScript module script"),),
    )
    assert named(classify(capture, goal=goal('h1 == "Orders"'))) == "error_page.chunk_load"


WINDOW = page(
    "Planned maintenance", "<main><h1>We are down for maintenance</h1><p>We will be back at 12:30 UTC.</p></main>"
)
SOON = page("Down for maintenance", "<main><h1>Down for maintenance</h1><p>Thank you for your patience.</p></main>")


def test_maintenance_with_an_end_is_scheduled() -> None:
    headers = (("date", "Mon, 30 Nov 2026 12:00:00 GMT"), ("x-app-maintenance", "1"), ("retry-after", "90"))
    verdict = classify(live(WINDOW, status=503, headers=headers), goal=goal('h1 == "Orders"'))
    assert named(verdict) == "maintenance.scheduled"
    assert verdict.come_back is not None
    assert (verdict.come_back.after_s, verdict.come_back.source) == (90, "header retry-after")


def test_maintenance_without_a_stated_end_is_just_that() -> None:
    verdict = classify(live(SOON, status=503, headers=(("retry-after", "300"),)))
    assert named(verdict) == "maintenance.maintenance"


def test_a_bare_503_of_the_server_is_a_gateway_error() -> None:
    title = "503 Service Temporarily Unavailable"
    html = page(title, f"<center><h1>{title}</h1></center><hr><center>nginx</center>")
    assert named(classify(live(html, status=503))) == "error_page.gateway"


CUT = "<!doctype html><html><head><title>Orders</title></head><body><h1>Orders</h1><table><tr><td>1<td>first"


def test_a_document_known_to_be_cut_is_partial_though_its_heading_is_there() -> None:
    capture = live(CUT, truncated=True)
    assert named(classify(capture, goal=goal('h1 == "Orders"'))) == "loading_timeout.partial"


def test_a_whole_document_under_a_wrong_length_is_whole() -> None:
    rows = "".join(f"<tr><td>{n}<td>order {n}" for n in range(50))
    html = page("Orders", NAV + f"<h1>Orders</h1><table class=orders>{rows}</table>")
    verdict = classify(live(html, truncated=True), goal=goal('h1 == "Orders"'))
    assert named(verdict) == "goal_achieved"


PDF = Download(url="http://app.test/invoice/3", filename="3.pdf", mime="application/pdf", size=30_000)


def test_a_download_is_one_unless_it_was_asked_for() -> None:
    capture = Capture(
        source="browser",
        requested_url="http://app.test/invoice/3",
        final_url="http://app.test/invoice/3",
        committed=False,
        status=200,
        headers=(("content-type", "application/pdf"),),
        downloads=(PDF,),
        failure=CaptureFailure(kind="download", detail="net::ERR_ABORTED"),
    )
    assert named(classify(capture, goal=goal(text="invoice 3 opens"))) == "capture_failed.download"
    asked = goal('header("content-type") ~ "pdf"')
    assert named(classify(capture, goal=asked)) == "goal_achieved"


def test_no_content_is_empty_unless_it_was_asked_for() -> None:
    capture = Capture(
        source="browser",
        requested_url="http://app.test/save",
        final_url="http://app.test/save",
        committed=False,
        status=204,
        failure=CaptureFailure(kind="no_content", detail="204"),
    )
    assert classify(capture, goal=goal('text contains "Saved"')).state is PageState.EMPTY_PAGE
    assert named(classify(capture, goal=goal("status == 204"))) == "goal_achieved"


REGION = page("Citizens", NAV + "<main><h1>Not available in your region</h1></main>")


def test_a_region_gate_that_hangs_on_a_failed_call_is_the_servers_error() -> None:
    failed = live(REGION, exchanges=(fetch("http://app.test/api/geo/country", 503),))
    assert named(classify(failed, goal=goal('count("form") >= 1'))) == "error_page.server_error"
    confirmed = live(
        REGION, exchanges=(fetch("http://app.test/api/geo/country", body='{"country":"FR","restricted":true}'),)
    )
    assert classify(confirmed, goal=goal('count("form") >= 1')).state in (
        PageState.INTERSTITIAL,
        PageState.CAPTCHA,
        PageState.UNEXPECTED,
    )


def test_a_queue_that_renews_itself_is_a_waiting_room() -> None:
    html = page("You are in line", "<main><h1>You are in line</h1><p>Estimated wait: 2 minutes.</p></main>")
    capture = live(
        html,
        headers=(("refresh", "20"), ("set-cookie", "__cfwaitingroom=x")),
        requested_url="http://event.test/tickets",
    )
    verdict = classify(capture, goal=goal('visible(".seat-map")'))
    assert named(verdict) == "interstitial.waiting_room"
    assert verdict.come_back is not None
    assert verdict.come_back.after_s == 20


def test_a_parked_deep_link_is_seen_though_status_and_path_look_right() -> None:
    links = "".join(f"<li><a href='http://ads.example/click?k={n}'>Topic {n}</a></li>" for n in range(10))
    html = page(
        "old-blog.test",
        f"<h1>old-blog.test</h1><h2>Related searches</h2><ul>{links}</ul><p>This domain may be for "
        f"sale.</p><script src='http://ads.example/parking.js'></script>",
    )
    capture = live(
        html,
        requested_url="http://old-blog.test/blog/11/post",
        final_url="http://ww1.old-blog.test/blog/11/post",
        hops=(Hop(url="http://old-blog.test/blog/11/post", status=302),),
    )
    verdict = classify(capture, goal=goal('h1 == "Eleven days at sea"'))
    assert verdict.state is PageState.DOMAIN_MISMATCH
    assert verdict.kind in ("parked", "for_sale")


MISREAD = "\ufffd" * 12


def test_a_garbled_page_is_the_wrong_content_and_never_a_wall() -> None:
    html = page(MISREAD, f"<h1>{MISREAD}</h1><p>{MISREAD} {MISREAD} {MISREAD}, {MISREAD}.</p>" * 3)
    capture = live(html, requested_url="http://ru.test/b")
    assert named(classify(capture, goal=goal('h1 == "Новости"'))) == "goal_failed.wrong_content"


def test_json_is_a_page_of_data() -> None:
    body = '{"status":"critical","checks":{"db":"down"}}'
    capture = Capture(
        source="http",
        requested_url="http://app.test/healthcheck",
        final_url="http://app.test/healthcheck",
        status=200,
        headers=(("content-type", "application/json"),),
        served_html=body,
    )
    assert named(classify(capture, goal=goal('json("status") == "ok"'))) == "goal_failed.expectation"
    rendered = f"<html><head></head><body><pre>{body}</pre></body></html>"
    shown = replace(capture, source="browser", rendered_html=rendered, text=body)
    assert named(classify(shown, goal=goal('json("status") == "critical"'))) == "goal_achieved"


COOKIES = "We use cookies. Accept all cookies or reject all cookies."


def test_a_bar_at_the_edge_is_no_gate_and_a_dialog_over_everything_is() -> None:
    html = page(
        "Kettle", NAV + "<main><h1>Copper kettle</h1>" + prose("the kettle", 6) + "<p class=price>39.00</p></main>"
    )
    bar = Cover(share=0.3, where="div.cookie-bar", text=COOKIES)
    assert named(classify(live(html, covers=(bar,)), goal=goal('text(".price") ~ "39"'))) == "goal_achieved"
    gate = Cover(share=1.0, where="div.consent", text=COOKIES, scroll_locked=True)
    assert named(classify(live(html, covers=(gate,)), goal=goal('text(".price") ~ "39"'))) == "interstitial.consent"


def test_a_page_that_says_done_while_the_write_failed_contradicts_itself() -> None:
    html = page(
        "Application",
        NAV + "<main><h1>Application</h1><p>Your application has been submitted!</p></main>" + prose("applications", 3),
    )
    capture = live(html, exchanges=(fetch("http://app.test/api/applications", 500, method="POST"),))
    verdict = classify(capture, goal=goal('text contains "has been submitted"'))
    assert named(verdict) == "goal_failed.contradiction"


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        ("dns", "capture_failed.dns"),
        ("tls", "capture_failed.tls"),
        ("reset", "capture_failed.reset"),
        ("network_changed", "capture_failed.network_changed"),
        ("backend", "capture_failed.backend"),
        ("reloading", "redirect_loop.reloading"),
        ("client_certificate", "auth_wall.client_certificate"),
    ],
)
def test_a_failure_names_its_state(kind: FailureKind, state: str) -> None:
    capture = Capture(
        source="browser",
        requested_url="http://x.test/",
        committed=False,
        failure=CaptureFailure(kind=kind, detail=kind),
    )
    assert named(classify(capture, goal=goal('visible("h1")'))) == state


def test_the_expected_error_page_is_what_was_wanted() -> None:
    html = page("Not found", NAV + "<h1>Page not found</h1><p>There is no such page here.</p>")
    assert (
        named(classify(live(html, status=404), goal=goal("status == 404", 'h1 contains "not found"')))
        == "goal_achieved"
    )


def test_a_challenge_stands_though_its_status_was_expected() -> None:
    html = page(
        "Just a moment...",
        "<script>window._cf_chl_opt={cvId:'3'};</script><h1>shop.test</h1><p>Verifying you are human.</p>",
    )
    capture = live(html, status=403, headers=(("cf-mitigated", "challenge"),))
    assert classify(capture, goal=goal("status == 403")).state is not PageState.GOAL_ACHIEVED


def test_a_shell_from_raw_html_is_not_rendered_rather_than_empty() -> None:
    html = page("Store", SHOP.replace("<h1>Store</h1>", "<div id=root></div>"))
    assert named(classify(saved(html))) == "loading_timeout.shell"
