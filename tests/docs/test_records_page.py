"""The page on records: its grammar is complete, and every position of a game follows it."""

import re
from random import Random

import pytest

from heckmeck.games import CHANCE, GAMES, AnyGame
from helpers.doc_pages import ROOT

PAGE = (ROOT / "docs/records.md").read_text("utf-8")
TOKENS = re.compile(r'"[^"]*"|\w+|[\[\]{}()|,]')
BRACKETS = {"{": "(?:", "}": ")*", "[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|", ",": ""}


def rules() -> dict[str, list[str]]:
    """Return the tokens of every rule of the grammar by the symbol that it defines."""
    (text,) = re.findall(r"```ebnf\n(.*?)```", PAGE, re.DOTALL)
    text = re.sub(r"\(\*.*?\*\)", "", text)
    found = re.findall(r'(\w+)\s+= ((?:"[^"]*"|[^";])*) ?;', text)
    return {name: TOKENS.findall(rule) for name, rule in found}


def pattern(symbol: str) -> str:
    """Return the regular expression of a symbol; the grammar is not recursive."""

    def translate(token: str) -> str:
        if token.startswith('"'):
            return re.escape(token[1:-1])
        return BRACKETS[token] if token in BRACKETS else pattern(token)

    return f"(?:{''.join(map(translate, rules()[symbol]))})"


def test_every_symbol_is_defined_and_used() -> None:
    used = {token for rule in rules().values() for token in rule if token.isidentifier()}
    assert used | {"position"} == set(rules())


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_positions_follow_the_grammar(game: AnyGame) -> None:
    position = re.compile(pattern("position"))
    source = Random(4)
    for seats in (game.seats[0], game.seats[-1]):
        state = game.start(game.setup(seats=seats, first=1))
        while (actor := game.to_act(state)) is not None:
            action = game.sample(state, source) if actor is CHANCE else source.choice(game.legal_moves(state))
            state, _ = game.apply(state, action)
            for text in (
                game.position(state),
                game.position(game.view(state, 0)),
                game.position(game.view(state, None)),
            ):
                assert position.fullmatch(text), text


def test_the_examples_follow_the_grammar() -> None:
    blocks = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    examples = [line for block in blocks for line in block.splitlines()]
    assert len(examples) == 6
    assert [line for line in examples if not re.fullmatch(pattern("position"), line)] == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bratwurmeck seats=2",
        "karteneck seats=2 hands=/- layouts=-/- out=- grill=- stacks=-/- discard=- turn=0",
        "barbecue seats=2 grill=24:111 worms=4/2 snails_won=1/0 turn=1 rolling=8",
    ],
)
def test_other_texts_do_not(text: str) -> None:
    assert not re.fullmatch(pattern("position"), text)
