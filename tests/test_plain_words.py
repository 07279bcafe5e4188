"""Free speech in plain words: what drafts agree on, what they must keep, and what is done about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

import pytest

from agent.hearing.losing import loses_request
from agent.hearing.rewritten import RewrittenRequests, reader_at_work
from agent.hearing.talk import only_talk_lost, turns_round
from agent.recall.answered_query import GUESS
from agent.recall.conversation import Conversation
from agent.requests.instructions import Begin, Clarification, DangerRefusal, RecallQuestion, Remark
from agent.requests.reading import read_at_work
from agent.requests.request_state import RequestContext
from agent.sentences.keeping import invents, keeps
from agent.sentences.rewriter import DRAFTS, NOTHING, TableRewriter, agreed
from agent.sentences.small_model import SmallModelRewriter, is_installed, prompt
from envs.vocabulary.entries import entries
from memory.reading.view import View
from memory.store.database import Store

HOME = RequestContext(present=frozenset(entries("types")), now=datetime(2026, 1, 5, 8))
TAP = "does nobody else hear that tap running, or is it only me"
PEN = "gimme a pensil i got homwork"


def reading(said: str, drafts: list[str]) -> tuple[Any, ...]:
    return RewrittenRequests(TableRewriter({said: drafts}))(said, HOME).instructions


def test_what_most_drafts_come_to_is_taken_and_nothing_asks_for_nothing() -> None:
    first_letter = {"ab": "a", "ac": "a", "b": "b"}.get
    assert agreed(["x", "ab", "b", "ac"], first_letter) is not None
    found = agreed(["x", "ab", "b", "ac"], first_letter)
    assert found is not None and (found.text, found.share) == ("ab", 0.5)
    assert agreed(["x"], first_letter) is None
    assert agreed([NOTHING, NOTHING, "b"], first_letter) is None


def test_no_more_drafts_are_written_than_are_needed() -> None:
    written: list[str] = []

    def drafts() -> Iterator[str]:
        for _ in range(DRAFTS):
            written.append("ab")
            yield "ab"

    assert agreed(drafts(), lambda draft: draft) is not None
    assert len(written) < DRAFTS


@pytest.mark.parametrize(
    ("said", "plain", "context", "kept"),
    [
        ("boil the eggs, two of them mind", "boil two eggs", "", True),
        ("boil the eggs, two of them mind", "boil three eggs", "", False),
        ("wash up, minus the pots", "wash the pots", "", False),
        ("pencils on the desk, into the box with you", "put the pencils in the box", "", False),
        (PEN, "bring me a pen", "", False),
        (PEN, "bring me a pencil", "", True),
        ("half that", "only two eggs", "boil four eggs", False),
        ("make it 2", "only two eggs", "boil four eggs", True),
        ("if it is dirty, off to the sink with the mug", "put the mug in the sink", "", False),
        ("lamp off every night at 11, from tomorrow on", "every night at 11, switch off the lamp", "", False),
    ],
)
def test_numbers_limits_and_things_are_kept(said: str, plain: str, context: str, kept: bool) -> None:
    assert keeps(said, plain, context) is kept


@pytest.mark.parametrize(
    ("said", "plain", "context", "made_up"),
    [
        ("frobnicate the pencils", "put the pencils on the floor", "", True),
        ("that lamp bothers me", "put the lamp in the drawer", "", True),
        ("the tap's still running, stop it", "switch off the faucet", "", False),
        ("kill the telly", "switch off the television", "", False),
        ("the other one too", "put the mug in the sink", "put the cup in the sink", True),
        ("that too", "put the cup in the sink", "put the cup in the sink", False),
    ],
)
def test_things_of_which_nothing_was_said_are_made_up(said: str, plain: str, context: str, made_up: bool) -> None:
    assert invents(said, plain, context) is made_up


def test_what_is_surely_meant_is_told_and_done_and_what_is_doubtful_is_asked() -> None:
    off = read_at_work("switch off the faucet", HOME).instructions
    said = "blimey, the faucet, somebody see to it"
    assert reading(said, ["switch off the faucet"] * DRAFTS) == (
        Remark('I take that as: "switch off the faucet".'),
        *off,
    )
    asked = reading(said, ["switch off the faucet"] * 4 + ["switch on the faucet"] * 2 + ["mumble"] * 3)
    assert asked == (Clarification('Do you mean: "switch off the faucet"?', then=off),)
    agrees = read_at_work("yes", RequestContext(present=HOME.present, asked=asked[0]))
    assert [one for one in agrees.instructions if isinstance(one, Begin)] == [*off]


def test_what_lost_a_limit_or_a_thing_is_asked_about_however_sure_the_drafts_are() -> None:
    asked = reading("blimey, mugs, filthy, minus the blue one", ["wash the mugs"] * DRAFTS)
    assert isinstance(asked[0], Clarification) and asked[0].then


@pytest.mark.parametrize(
    ("behind", "done"),
    [
        ("so i don't forget", True),
        ("no idea who left it on", True),
        ("if it's not too much trouble", True),
        ("and only that one", True),
        ("if it is dripping", False),
        ("but not the one in the bathtub", False),
        ("unless it is off", False),
        ("i don't want it running", False),
    ],
)
def test_words_that_limit_nothing_may_be_lost(behind: str, done: bool) -> None:
    said = f"blimey, the faucet, somebody see to it, {behind}"
    assert read_at_work(said, HOME).at_a_loss and not read_at_work(said, HOME).begun
    found = reading(said, ["mumble", "mumble", *["switch off the faucet"] * 7])
    assert isinstance(found[0], Remark if done else Clarification)


@pytest.mark.parametrize(
    ("thing", "plain", "drafts", "done"),
    [
        ("faucet", "switch off the faucet", 5, True),
        ("faucet", "switch off the faucet", 4, False),
        ("bread", "slice the bread", 5, False),
        ("bread", "slice the bread", 7, True),
        ("bread", "throw away the bread", 5, False),
    ],
)
def test_what_can_be_taken_back_needs_no_more_than_most_drafts(thing: str, plain: str, drafts: int, done: bool) -> None:
    written = [plain, *["mumble"] * (DRAFTS - drafts), *[plain] * (drafts - 1)]
    found = reading(f"blimey, the {thing}, somebody see to it", written)
    assert isinstance(found[0], Remark if done else Clarification)


@pytest.mark.parametrize(
    ("said", "plain", "context", "talk"),
    [
        ("hark at that tap, the water bill won't thank us", "switch off the tap", "", True),
        ("the roll in the fridge, leave it on the counter", "put the roll in the fridge on the counter", "", True),
        ("the plant is dry? then water. it is not dry? then nothing", "if the plant is dry, water the plant", "", True),
        ("potato for lunch, a boiled one, get one going", "boil a potato", "", True),
        ("lights on when you're done, it's a cave", "after that, switch on the light", "", True),
        ("not the shelf. the counter", "on the counter instead", "put the pencils on the shelf", True),
        ("the pencils, not on the shelf. the counter", "put the pencils on the counter", "", False),
        ("switch off the lamp, not now", "switch off the lamp", "", False),
        ("the mugs to the sink, without the red one", "put the mugs in the sink", "", False),
        ("after lunch, the mugs to the sink", "put the mugs in the sink", "", False),
        ("if it is empty fill it, if not, kettle on the stove", "if it is empty, fill the kettle", "", False),
        ("microwave empty? if not, all on the counter", "if the microwave is empty, put all on the counter", "", False),
        ("on wednesday at nine, water the plant", "at nine, water the plant", "", False),
        ("the soap in the fridge, put it on the counter", "put the soap on the counter", "", False),
        ("three plates, please, wash them", "wash two plates", "", False),
        ("lights off, only then the blinds", "switch off the lights. close the blinds", "", False),
    ],
)  # fmt: skip
def test_limiting_words_in_mere_talk_may_be_lost_and_others_may_not(
    said: str, plain: str, context: str, talk: bool
) -> None:
    assert only_talk_lost(said, plain, context) is talk


def test_what_is_said_not_to_be_meant_is_not_meant_instead() -> None:
    assert turns_round("the one on the plate not, this one I eat now", "the tomato that is on the plate instead")
    assert not turns_round("not the shelf. the counter", "on the counter instead")
    assert not turns_round("no, the plate on the counter", "the plate that is on the counter")


def test_less_than_half_of_the_drafts_are_enough_where_nothing_is_lost() -> None:
    drafts = ["switch off the faucet", *["mumble"] * (DRAFTS - 4), *["switch off the faucet"] * 3]
    assert isinstance(reading("hark, faucet, the bill won't thank us, off off", drafts)[0], Remark)
    for other in ("hark, faucet, off off, but not now", "hark, faucet, the bill won't thank us"):
        assert isinstance(reading(other, drafts)[0], Clarification)


def test_what_the_rules_have_begun_stands_where_the_drafts_have_lost_something() -> None:
    alone = read_at_work(PEN, HOME).instructions
    assert any(isinstance(one, Begin) for one in alone)
    assert reading(PEN, ["bring me a pen"] * DRAFTS) == alone


def test_what_the_rules_understand_is_done_whatever_the_drafts_say() -> None:
    said = "wash the mug"
    assert reading(said, ["throw away the mug"] * DRAFTS) == read_at_work(said, HOME).instructions


def test_a_request_that_sounds_like_a_question_is_asked_about_where_nearly_all_drafts_say_so() -> None:
    alone = read_at_work(TAP, HOME).instructions
    off = read_at_work("switch off the faucet", HOME).instructions
    assert isinstance(alone[0], RecallQuestion)
    assert reading(TAP, ["switch off the faucet"] * DRAFTS) == (
        Clarification('Do you mean: "switch off the faucet"?', then=off),
    )
    assert reading(TAP, ["switch off the faucet", "question: is the faucet on?"] * 4) == alone
    assert reading(TAP, ["question: does anybody hear the tap?"] * DRAFTS) == alone


def test_dangers_are_dangers_in_plain_words_too() -> None:
    said = "blimey, my phone, nuke it for me"
    plain = "put the phone in the microwave. switch on the microwave"
    found = reading(said, [plain] * DRAFTS)
    assert found and all(isinstance(one, DangerRefusal) for one in found)


def test_a_question_in_between_is_for_recall() -> None:
    said = "blimey, the faucet, drip drip drip"
    assert reading(said, ["question: is the faucet on?"] * DRAFTS) == (RecallQuestion("is the faucet on?"),)


def test_words_that_nobody_understands_change_nothing() -> None:
    assert reading(PEN, ["flummox the widget"] * DRAFTS) == read_at_work(PEN, HOME).instructions


def test_it_is_switched_off_for_tests() -> None:
    assert not is_installed() and reader_at_work() is read_at_work


class Completed:
    """Stands in for the model: goes on with what it was given."""

    def __init__(self, *texts: str, ended: str = "stop") -> None:
        self.texts, self.ended, self.asked = list(texts), ended, list[Mapping[str, Any]]()

    def handle_completions(self, asked: Mapping[str, Any]) -> Any:
        self.asked.append(asked)
        text = self.texts[(len(self.asked) - 1) % len(self.texts)]
        return {"choices": [{"text": f" {text}", "finish_reason": self.ended}]}


def test_the_model_is_asked_the_likeliest_first_and_each_draft_once() -> None:
    model = Completed("wash the pan", "wash the pot")
    rewriter = SmallModelRewriter(lambda: model)
    first = next(rewriter.rewrite("the pan again!", "make\ncoffee"))
    assert first == "wash the pan" and len(model.asked) == 1
    assert [*rewriter.rewrite("the pan again!", "make\ncoffee")][:2] == ["wash the pan", "wash the pot"]
    assert len(model.asked) == DRAFTS
    assert model.asked[0]["temperature"] == 0 and model.asked[1]["temperature"] > 0
    assert len({one["seed"] for one in model.asked}) == DRAFTS
    assert model.asked[0]["prompt"] == "Now: make coffee\nSaid: the pan again!\nMeant:"
    assert prompt("x\nSaid: y", asks=True) == "Asked: x Said: y\nMeant:"


def test_a_draft_without_an_end_is_none_and_a_long_sentence_is_not_rewritten() -> None:
    assert [*SmallModelRewriter(lambda: Completed("and on", ended="length")).rewrite("hm")] == []
    model = Completed("x")
    assert [*SmallModelRewriter(lambda: model).rewrite("word " * 200)] == [] and not model.asked


def test_a_question_that_is_rewritten_says_what_it_was_taken_for(tmp_path: Any) -> None:
    said = "blimey, chop chop, your works of today"
    with Store.open(tmp_path / "memory.sqlite") as store, store.snapshot():
        view = View(store)
        plain = "which tasks did you do today"
        told = Conversation(view, datetime(2026, 1, 5, 8), TableRewriter({said: [plain] * DRAFTS})).exchange(said)
        same = Conversation(view, datetime(2026, 1, 5, 8)).exchange(plain)
        alone = Conversation(view, datetime(2026, 1, 5, 8)).exchange(said)
    assert told.answer.text == f'{same.answer.text} (I take it you ask: "{plain}?")'
    assert told.answer.status == same.answer.status
    assert plain not in alone.answer.text


@pytest.mark.parametrize(
    ("said", "plain", "guessed"),
    [
        ("blimey, chop chop, your works of today", "where are the batteries", True),
        ("blimey, chop chop, your works of today", "where did you get the batteries from", True),
        ("blimey, chop chop, your works of today", "when did you wash the batteries", True),
        ("blimey, chop chop, your works of today", "did you find the batteries", False),
        ("blimey, chop chop, your works of today", "which tasks did you do today", False),
    ],
)
def test_what_a_rewritten_question_presumes_is_not_denied_for_sure(
    tmp_path: Any, said: str, plain: str, guessed: bool
) -> None:
    with Store.open(tmp_path / "memory.sqlite") as store, store.snapshot():
        rewriter = TableRewriter({said: [plain] * DRAFTS})
        told = Conversation(View(store), datetime(2026, 1, 5, 8), rewriter).exchange(said)
    assert plain in told.answer.text
    assert told.answer.text.endswith(GUESS) is guessed
    assert not guessed or told.answer.status == "unsure"


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("bring me a pineapple. water the plant", "water the plant"),
        ("get me a wrench. wash the cup", "wash the cup"),
        ("wash the cup. bring me a trumpet", "wash the cup"),
        ("hand me the harmonica, and wash the mug", "wash the mug"),
        ("pass me a tambourine and then clean the mug", "clean the mug"),
        ("could you water my ficus, and get me a screwdriver?", "water the plant"),
        ("put the saxophone on the table. boil a potato", "boil a potato"),
        ("iron my shirt. make coffee", "make coffee"),
    ],
)
def test_plain_words_that_have_dropped_a_whole_request_stand_for_nothing(said: str, plain: str) -> None:
    assert loses_request(said, plain)
    assert reading(said, [plain] * DRAFTS) == read_at_work(said, HOME).instructions


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("bring me a tater. water the plant", "bring me a potato. water the plant"),
        ("fetch the flat screen zapper and hand it to me", "bring me the remote control"),
        ("get a fork and get a knife", "bring me a fork and a knife"),
        ("do me a favor and wash the cup", "wash the cup"),
        ("my hands are wet, fetch something to dry them", "bring me a towel"),
        ("give the cup a rinse and put it away", "wash the cup. put the cup away"),
        ("blimey, the faucet, somebody see to it", "switch off the faucet"),
        ("take a trumpet or whatever. water the plant", "bring me a statue. water the plant"),
    ],
)
def test_plain_words_may_say_a_request_with_another_thing_or_two_as_one(said: str, plain: str) -> None:
    assert not loses_request(said, plain)
