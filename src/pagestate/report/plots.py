"""Plots as inline SVG: no script, no style of their own but classes, sized to be read on a phone."""

from collections.abc import Callable, Iterable, Sequence

from markupsafe import Markup, escape

from pagestate.evaluation.figures import Bin, RiskPoint
from pagestate.states import PageState

__all__ = ["confidence_histogram", "confusion_map", "reliability_plot", "risk_plot"]

_WIDTH = 400
_LEFT, _RIGHT = 44, 12
_STEPS = 20
Scale = Callable[[float], float]


def _scale(low: float, high: float, start: float, end: float) -> Scale:
    return lambda value: start + (value - low) / (high - low) * (end - start)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _element(name: str, inside: str = "", **attributes: float | str) -> str:
    given = "".join(
        f' {key.strip("_").replace("_", "-")}="{_number(value) if isinstance(value, float) else escape(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{given}>{inside}</{name}>"


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return _element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=kind)


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    return _element("text", str(escape(words)), x=x, y=y, class_=kind, text_anchor=anchor)


def _said(words: str) -> str:
    """Return a title: shown at the pointer, read aloud."""
    return _element("title", str(escape(words)))


def _svg(name: str, title: str, words: str, height: float, inside: Iterable[str], width: float = _WIDTH) -> Markup:
    head = _element("title", str(escape(title)), id=f"{name}-title")
    head += _element("desc", str(escape(words)), id=f"{name}-desc")
    return Markup(  # noqa: S704  every text in it was escaped
        _element(
            "svg",
            head + "".join(inside),
            viewBox=f"0 0 {_number(float(width))} {_number(float(height))}",
            class_=f"plot {name}",
            role="img",
            aria_labelledby=f"{name}-title {name}-desc",
        )
    )


def _percent(share: float, places: int = 0) -> str:
    return f"{share * 100:.{places}f} %"


def _frame(x: Scale, y: Scale, ticks_y: Sequence[tuple[float, str]], bottom: float) -> list[str]:
    """Return the grid, with the shares of the lower axis every fifth."""
    made = []
    for value, words in ticks_y:
        made.append(_line(_LEFT, y(value), _WIDTH - _RIGHT, y(value), "grid"))
        made.append(_text(_LEFT - 6, y(value) + 3.5, words, "tick", "end"))
    for step in range(6):
        share = step / 5
        made.append(_line(x(share), bottom, x(share), bottom + 4, "axis"))
        made.append(_text(x(share), bottom + 16, _percent(share), "tick", "middle"))
    made.append(_line(_LEFT, bottom, _WIDTH - _RIGHT, bottom, "axis"))
    return made


def _threshold_mark(x: Scale, threshold: float, top: float, bottom: float) -> str:
    return _line(x(threshold), top, x(threshold), bottom, "threshold")


def reliability_plot(bins: Sequence[Bin], threshold: float) -> Markup:
    """Return how often answers were right against how sure they were, with 95 % intervals and counts."""
    top, bottom = 14.0, 262.0
    x, y = _scale(0, 1, _LEFT, _WIDTH - _RIGHT), _scale(0, 1, bottom, top)
    made = _frame(x, y, [(step / 5, _percent(step / 5)) for step in range(6)], bottom)
    made.append(_line(x(0), y(0), x(1), y(1), "ideal"))
    made.append(_threshold_mark(x, threshold, top, bottom))
    for one in bins:
        low, high = one.right.interval
        made.append(_line(x(one.confidence), y(low), x(one.confidence), y(high), "interval"))
    if len(bins) > 1:
        points = " ".join(f"{_number(x(one.confidence))},{_number(y(one.right.value))}" for one in bins)
        made.append(_element("polyline", points=points, class_="curve"))
    largest = max((one.right.of for one in bins), default=1)
    for one in bins:
        words = f"{one.right.of} pages, {_percent(one.confidence)} sure, {_percent(one.right.value)} right"
        radius = 3 + 6 * (one.right.of / largest) ** 0.5
        made.append(
            _element(
                "circle", _said(words), cx=x(one.confidence), cy=y(one.right.value), r=float(radius), class_="point"
            )
        )
        made.append(_text(x(one.confidence), bottom + 31, str(one.right.of), "count", "middle"))
    made.append(_text(_LEFT - 6, bottom + 31, "pages", "tick", "end"))
    made.append(_text((_LEFT + _WIDTH - _RIGHT) / 2, bottom + 49, "confidence", "label", "middle"))
    told = "; ".join(
        f"{_percent(one.confidence)} sure: {_percent(one.right.value)} of {one.right.of} right" for one in bins
    )
    return _svg("reliability", "Share of right answers by confidence", told, bottom + 56, made)


def risk_plot(points: Sequence[RiskPoint], threshold: float) -> Markup:
    """Return what each threshold gives: pages answered above, wrong ones among the answers below."""
    top, middle, second, bottom = 22.0, 124.0, 160.0, 262.0
    x = _scale(0, 1, _LEFT, _WIDTH - _RIGHT)
    answered = _scale(0, 1, middle, top)
    worst = max(0.01, *(one.wrong.value for one in points))
    limit = next(step for step in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0) if step >= worst)
    risk = _scale(0, limit, bottom, second)
    made = [
        _text(_LEFT, top - 8, "pages answered", "label"),
        _text(_LEFT, second - 8, "wrong among the answers", "label"),
    ]
    for value in (0.0, 0.5, 1.0):
        made.append(_line(_LEFT, answered(value), _WIDTH - _RIGHT, answered(value), "grid"))
        made.append(_text(_LEFT - 6, answered(value) + 3.5, _percent(value), "tick", "end"))
    made += _frame(x, risk, [(limit * step / 2, f"{limit * step * 50:.3g} %") for step in range(3)], bottom)
    made.append(_threshold_mark(x, threshold, top, middle))
    made.append(_threshold_mark(x, threshold, second, bottom))
    shown = [one for one in points if one.answered.number]
    lines: tuple[tuple[str, Scale, list[float]], ...] = (
        ("good", answered, [one.answered.value for one in shown]),
        ("bad", risk, [one.wrong.value for one in shown]),
    )
    for kind, scale, values in lines:
        line = " ".join(
            f"{_number(x(one.threshold))},{_number(scale(value))}" for one, value in zip(shown, values, strict=True)
        )
        made.append(_element("polyline", points=line, class_=f"curve {kind}"))
    now = min(points, key=lambda one: abs(one.threshold - threshold))
    words = (
        f"at {now.threshold:.2f}: {_percent(now.answered.value)} answered, {_percent(now.wrong.value, 1)} of them wrong"
    )
    made.append(
        _element(
            "circle", _said(words), cx=x(now.threshold), cy=answered(now.answered.value), r=4.0, class_="point good"
        )
    )
    made.append(
        _element("circle", _said(words), cx=x(now.threshold), cy=risk(now.wrong.value), r=4.0, class_="point bad")
    )
    left = threshold > 0.5
    anchor, shift = ("end", -7.0) if left else ("start", 7.0)
    made.append(_text(x(threshold) + shift, middle - 8, _percent(now.answered.value, 1), "value good", anchor))
    made.append(_text(x(threshold) + shift, second + 12, _percent(now.wrong.value, 1), "value bad", anchor))
    made.append(_text((_LEFT + _WIDTH - _RIGHT) / 2, bottom + 34, "threshold", "label", "middle"))
    told = "; ".join(
        f"threshold {one.threshold:.1f}: {_percent(one.answered.value)} answered, {_percent(one.wrong.value, 1)} wrong"
        for one in points[::10]
    )
    return _svg("risk", "Answers and mistakes at every threshold", told, bottom + 42, made)


def confidence_histogram(confidences: Iterable[tuple[float, bool]], threshold: float) -> Markup:
    """Return how many answers there are at each confidence: right ones upwards, wrong ones downwards."""
    right, wrong = [0] * _STEPS, [0] * _STEPS
    for confidence, hit in confidences:
        (right if hit else wrong)[min(_STEPS - 1, int(confidence * _STEPS))] += 1
    top, middle, bottom = 18.0, 160.0, 250.0
    x = _scale(0, 1, _LEFT, _WIDTH - _RIGHT)
    most_right, most_wrong = max(1, *right), max(1, *wrong)
    up, down = _scale(0, most_right, middle, top), _scale(0, most_wrong, middle, bottom)
    made = _frame(x, up, [(most_right, str(most_right)), (0, "0")], bottom + 4)
    made.append(_text(_LEFT - 6, bottom + 3.5, str(most_wrong if any(wrong) else ""), "tick", "end"))
    made.append(_line(_LEFT, middle, _WIDTH - _RIGHT, middle, "axis"))
    made.append(_threshold_mark(x, threshold, top, bottom))
    width = x(1 / _STEPS) - x(0) - 2
    for step in range(_STEPS):
        left, span = x(step / _STEPS) + 1, f"{_percent(step / _STEPS)} to {_percent((step + 1) / _STEPS)} sure"
        if right[step]:
            height = max(1.5, middle - up(right[step]))
            made.append(
                _element(
                    "rect", _said(f"{span}: {right[step]} right"), x=left, y=middle - height, width=width,
                    height=float(height), class_="mass good",
                )
            )  # fmt: skip
        if wrong[step]:
            made.append(
                _element(
                    "rect", _said(f"{span}: {wrong[step]} wrong"), x=left, y=middle, width=width,
                    height=float(down(wrong[step]) - middle), class_="mass bad",
                )
            )  # fmt: skip
    made.append(_text(_LEFT + 6, top + 10, f"right: {sum(right)}", "value good"))
    made.append(_text(_LEFT + 6, bottom - 4, f"wrong: {sum(wrong)} (own scale)", "value bad"))
    made.append(_text((_LEFT + _WIDTH - _RIGHT) / 2, bottom + 38, "confidence", "label", "middle"))
    told = f"{sum(right)} right and {sum(wrong)} wrong answers"
    return _svg("histogram", "How many answers at each confidence", told, bottom + 46, made)


def confusion_map(name: str, title: str, confusion: "dict[PageState, dict[PageState, int]]", doubt: bool) -> Markup:
    """Return who was taken for whom: a row per label, a column per answer, `unexpected` being doubt."""
    columns: list[PageState] = [
        state
        for state in PageState
        if state is not PageState.UNEXPECTED
        and (state in confusion or any(row.get(state) for row in confusion.values()))
    ]
    if doubt:
        columns.append(PageState.UNEXPECTED)
    left, head, row_height = 104.0, 78.0, 24.0
    width = (_WIDTH - left - 34) / max(1, len(columns))
    # Room on the right for the last label, which leans.
    made = []
    for index, state in enumerate(columns):
        words = "in doubt" if state is PageState.UNEXPECTED else str(state).replace("_", " ")
        middle = left + width * (index + 0.5) + 4
        made.append(
            _element(
                "text", str(escape(words)), x=middle, y=head - 8, class_="tick",
                transform=f"rotate(-52 {_number(middle)} {_number(head - 8)})",
            )
        )  # fmt: skip
    for number, (label, row) in enumerate(confusion.items()):
        y, total = head + row_height * number, sum(row.values())
        made.append(_text(left - 7, y + 16, str(label).replace("_", " "), "tick ink", "end"))
        for index, state in enumerate(columns):
            count = row.get(state, 0)
            kind = "right" if state is label else "doubt" if state is PageState.UNEXPECTED else "wrong"
            least = 0.4 if kind == "wrong" else 0.22
            strength = least + (1 - least) * count / total
            box = {"x": left + width * index + 1, "y": y + 1, "width": width - 2, "height": row_height - 2, "rx": 3.0}
            made.append(_element("rect", "", class_="cell", **box))
            if count:
                said = "no answer" if state is PageState.UNEXPECTED else f"called {state}"
                words = f"{count} of {total} {label} pages: {said}"
                made.append(_element("rect", _said(words), class_=f"cell {kind}", fill_opacity=strength, **box))
                strong = " strong" if strength > 0.55 else ""
                made.append(_text(left + width * (index + 0.5), y + 16, str(count), f"number{strong}", "middle"))
    told = "; ".join(
        f"{label}: " + ", ".join(f"{count} {state}" for state, count in row.items() if count)
        for label, row in confusion.items()
    )
    return _svg(name, title, told, head + row_height * len(confusion) + 4, made)
