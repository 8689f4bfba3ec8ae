"""Folds that share nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagestate.errors import InputError
from pagestate.refit.folds import Kin, families, folds


def test_group_site_and_template_tie_pages_even_through_others() -> None:
    """a and b share a group, b and c a site, c and d a template: one family; e stands alone."""
    pages = [
        Kin(id="a", group="g"),
        Kin(id="b", group="g", url="http://shop.example.com/x"),
        Kin(id="c", group="h", url="https://www.example.com/", template="t"),
        Kin(id="d", group="i", template="t"),
        Kin(id="e", group="t", url="http://example.org/"),
    ]
    family = families(pages)
    assert len(set(family[:4])) == 1
    assert family[4] != family[0]


def test_one_family_cannot_be_folded() -> None:
    """A manifest with one group only has nothing to hold out."""
    with pytest.raises(InputError, match="there is only one"):
        folds([Kin(id="a", group="g"), Kin(id="b", group="g")], 2)
    with pytest.raises(InputError, match="5 folds need at least 5 families"):
        folds([Kin(id=name, group=name) for name in "abc"], 5)


_names = st.one_of(st.none(), st.sampled_from("abcdefghijklmnop"))


@given(
    st.lists(
        st.builds(
            Kin,
            id=st.just("x"),
            group=_names,
            url=st.one_of(st.none(), st.sampled_from("abcdefgh").map(lambda name: f"http://www.{name}.example/")),
            template=_names,
        ),
        min_size=1,
        max_size=40,
    ),
    st.integers(2, 5),
    st.integers(0, 3),
)
def test_no_tie_leads_out_of_a_fold(pages: list[Kin], number: int, seed: int) -> None:
    """Whatever ties pages: what is shared stays in one fold, and every fold holds something."""
    if len(set(families(pages))) < number:
        with pytest.raises(InputError):
            folds(pages, number, seed=seed)
        return
    found = folds(pages, number, seed=seed)
    assert set(found) == set(range(number))
    for one in ("group", "url", "template"):
        where: dict[str, int] = {}
        for page, fold in zip(pages, found, strict=True):
            value = getattr(page, one)
            if value:
                assert where.setdefault(value, fold) == fold
