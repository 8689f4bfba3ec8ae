"""The model as a second reader, through the real client, against an endpoint on loopback."""

import asyncio
import io
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from PIL import Image

from pagestate.goal.judge import ModelJudge, configured
from pagestate.goal.model import Goal
from pagestate.states import PageState
from tests.goal.facts import facts

FINDING = "unexpected.goal_unverified"
TEXT = "Thank you, Ada!\nYour order   #4711 has been placed."
GOAL = Goal(text="the order was placed")


class Endpoint:
    """An OpenAI-compatible endpoint that says what it is told to."""

    def __init__(self) -> None:
        self.answer: Any = {}
        self.status = 200
        self.delay = threading.Event()
        self.slow = False
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                endpoint.requests.append(json.loads(body))
                endpoint.keys.append(self.headers["authorization"])
                if endpoint.slow:
                    endpoint.delay.wait(5)
                content = endpoint.answer if isinstance(endpoint.answer, str) else json.dumps(endpoint.answer)
                reply = {
                    "id": "1",
                    "object": "chat.completion",
                    "created": 1,
                    "model": "reader",
                    "choices": [
                        {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}
                    ],
                    "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
                }
                data = json.dumps(reply).encode()
                self.send_response(endpoint.status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02})
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/v1"

    def close(self) -> None:
        self.delay.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def asked(self) -> str:
        """Everything in words that the model was shown."""
        return json.dumps(self.requests[-1], ensure_ascii=False)


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    found = Endpoint()
    yield found
    found.close()


def answer(**changes: Any) -> dict[str, Any]:
    base = {"state": "content", "kind": None, "goal_met": True, "reason": "It says so.", "quotes": ["has been placed"]}
    return base | changes


async def opinion(endpoint: Endpoint, *, screenshot: bytes | None = None, **more: Any) -> Any:
    judge = ModelJudge("reader", url=endpoint.url, key="sesame", **more)
    page = facts("<p>", text=TEXT, requested_url="http://shop.test/pay", screenshot=screenshot)
    return await judge.ask(page, GOAL, FINDING)


async def test_an_opinion_with_its_quotes(endpoint: Endpoint) -> None:
    endpoint.answer = answer(quotes=["your order #4711 has been placed"])
    found = await opinion(endpoint)
    assert (found.goal_met, found.state, found.error) == (True, PageState.CONTENT, None)
    assert found.quotes == ("your order #4711 has been placed",)
    assert found.model == "reader"


async def test_state_and_goal_are_asked_in_one_call_with_all_that_is_known(endpoint: Endpoint) -> None:
    endpoint.answer = answer()
    picture = io.BytesIO()
    Image.new("RGB", (2000, 1000), "white").save(picture, "PNG")
    await opinion(endpoint, screenshot=picture.getvalue())
    assert len(endpoint.requests) == 1
    for shown in ("the order was placed", "http://shop.test/pay", "http://shop.test/", "has been placed", "image/jpeg"):
        assert shown in endpoint.asked()
    assert endpoint.keys == ["Bearer sesame"]


async def test_the_picture_is_made_smaller(endpoint: Endpoint) -> None:
    import base64
    import re

    endpoint.answer = answer()
    picture = io.BytesIO()
    Image.effect_noise((3000, 2000), 80).save(picture, "PNG")
    await opinion(endpoint, screenshot=picture.getvalue())
    encoded = re.search(r"data:image/jpeg;base64,([A-Za-z0-9+/=]+)", endpoint.asked())
    assert encoded is not None
    with Image.open(io.BytesIO(base64.b64decode(encoded[1]))) as sent:
        assert sent.size == (1024, 683)


async def test_the_text_of_the_page_is_fenced_by_a_marker_it_cannot_know(endpoint: Endpoint) -> None:
    import re

    endpoint.answer = answer()
    await opinion(endpoint)
    await opinion(endpoint)
    first, second = (re.findall(r"<page-(\w+)>", json.dumps(request))[0] for request in endpoint.requests)
    assert first != second


async def test_quotes_that_are_not_on_the_page_void_the_opinion(endpoint: Endpoint) -> None:
    endpoint.answer = answer(quotes=["has been placed", "payment received"])
    found = await opinion(endpoint)
    assert (found.goal_met, found.state) == (None, None)
    assert "quotes what is not on the page: 'payment received'" in found.error


@pytest.mark.parametrize("quotes", [[], ["a"], ["  "]])
async def test_an_opinion_that_quotes_nothing_is_none(endpoint: Endpoint, quotes: list[str]) -> None:
    endpoint.answer = answer(quotes=quotes)
    found = await opinion(endpoint)
    assert (found.goal_met, found.error) == (None, "the model quotes nothing from the page")


@pytest.mark.parametrize("said", ["sorry, I cannot", "", '{"state": "splendid"}', '{"goal_met": true}', "[1, 2"])
async def test_an_answer_that_does_not_fit_is_no_opinion(endpoint: Endpoint, said: str) -> None:
    endpoint.answer = said
    found = await opinion(endpoint)
    assert (found.goal_met, found.state) == (None, None)
    assert found.error


@pytest.mark.parametrize("status", [400, 401, 404])
async def test_an_endpoint_that_refuses_is_no_opinion(endpoint: Endpoint, status: int) -> None:
    endpoint.status, endpoint.answer = status, answer()
    found = await opinion(endpoint)
    assert found.goal_met is None
    assert str(status) in found.error


async def test_an_endpoint_that_is_down_is_no_opinion() -> None:
    judge = ModelJudge("reader", url="http://127.0.0.1:9/v1")
    found = await judge.ask(facts("<p>", text=TEXT), GOAL, FINDING)
    assert (found.goal_met, found.state, found.model) == (None, None, "reader")
    assert found.error


async def test_an_endpoint_that_is_slow_is_no_opinion(endpoint: Endpoint) -> None:
    endpoint.slow, endpoint.answer = True, answer()
    found = await opinion(endpoint, timeout_s=0.2)
    assert (found.goal_met, found.error) == (None, "no answer within 0.2 s")
    endpoint.delay.set()
    await asyncio.sleep(0)


async def test_a_picture_that_cannot_be_read_is_left_out(endpoint: Endpoint) -> None:
    endpoint.answer = answer()
    found = await opinion(endpoint, screenshot=b"not a picture")
    assert found.goal_met is True
    assert "There is no picture." in endpoint.asked()


def test_nothing_is_asked_unless_a_model_is_named() -> None:
    assert configured(env={}) is None
    assert configured(env={"PAGESTATE_MODEL_URL": "http://127.0.0.1:9/v1"}) is None
    found = configured(env={"PAGESTATE_MODEL": "reader", "PAGESTATE_MODEL_URL": "http://127.0.0.1:9/v1"})
    assert found is not None
    assert found.model == "reader"
