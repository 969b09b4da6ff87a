import { expect, test } from "vitest";
import type { KarteneckPosition } from "../../src/wire/types";
import { aStore, aTable, aWelcome, happened } from "../helpers/tables";

const seats = [{ name: "Ann", person: true }, { name: "Bo", person: true }, { name: "greedy", bot: "greedy" }];
const table = aTable({ plan: { game: "karteneck", seats: 3 }, seats });

/** As the server sends it: the hand of the seat to act where it is one of ours, else of our first. */
function cards(to_act: number): KarteneckPosition {
  const seat = to_act < 2 ? to_act : 0;
  return {
    game: "karteneck", to_act, turn_of: to_act, seat, hand: [1, 2, 12], hand_sizes: [3, 3, 3], layouts: [[], [], []],
    totals: [0, 0, 0], out: [false, false, false], stacks: [[], [], []], scores: [0, 0, 0], grill: [16, 20, 24],
    supply: 9, pile: 60, discard: [], moves: ["out"], layable: [[1], [2], [12]],
  };
}

function atTheTable(to_act: number) {
  const made = aStore();
  made.store.receive(aWelcome({ table, mine: [0, 1], position: cards(to_act) }));
  return made;
}

const shown = (position: unknown) => (position as KarteneckPosition).hand;

test("a hand is covered until the one whose it is turns it up", () => {
  const { store, link } = atTheTable(0);
  expect([store.covered, store.myTurn, store.acting]).toEqual([true, false, 0]);
  expect(store.position).toMatchObject({ seat: null, hand: [], moves: [], layable: [] });
  store.move("out");
  expect(link.sent).toEqual([]);
  store.uncover();
  expect([store.covered, store.myTurn]).toEqual([false, true]);
  expect(shown(store.position)).toEqual([1, 2, 12]);
});

test("it is covered again when the device goes on, and when somebody else plays", () => {
  const { store } = atTheTable(0);
  store.uncover();
  store.receive(happened(6, { position: cards(1) }));
  expect([store.covered, store.acting, store.viewpoint]).toEqual([true, 1, 1]);
  store.uncover();
  store.receive(happened(7, { position: cards(2) }));
  expect([store.covered, store.acting, store.viewpoint]).toEqual([true, null, 1]);
  expect(shown(store.position)).toEqual([]);
  store.receive(happened(8, { position: cards(0) }));
  expect(shown(store.position)).toEqual([]);
});

test("a player who acts again with nobody of ours between need not turn it up again", () => {
  const { store } = atTheTable(1);
  store.uncover();
  store.receive(happened(6, { position: cards(2) }));
  store.receive(happened(7, { position: cards(1) }));
  expect(store.myTurn).toBe(true);
});

test("what is said comes from the one who looks at the table; a spectator has no seat", () => {
  const { store, link } = atTheTable(0);
  store.say("mine");
  store.receive(happened(6, { position: cards(1) }));
  store.say("and mine");
  store.receive(happened(7, { position: cards(2) }));
  store.say("still mine");
  expect(link.sent).toMatchObject([{ type: "say", seat: 0 }, { type: "say", seat: 1 }, { type: "say", seat: 1, text: "still mine" }]);
  store.receive({ type: "you", mine: [], host: false });
  store.say("nobody's");
  expect(link.sent.at(-1)).not.toHaveProperty("seat");
});

test("nobody reads in the log what another one drew, also not what came before the welcome", () => {
  const { store } = aStore();
  const events = [{ event: "CardsDrawn" as const, seat: 0, count: 1 }, { event: "CardsSeen" as const, seat: 0, cards: [12] }];
  store.receive(happened(4, { events }));
  store.receive(aWelcome({ seq: 5, table, mine: [0, 1], position: cards(0) }));
  store.receive(happened(6, { events, position: cards(1) }));
  expect(JSON.stringify([store.entries, store.latest])).not.toContain("CardsSeen");
  expect(JSON.stringify(store.entries)).toContain("CardsDrawn");
});

test("alone at a device, and in games without a hand, nothing is covered", () => {
  const { store } = aStore();
  store.receive(aWelcome({ table, mine: [0], position: cards(0) }));
  expect([store.covered, store.myTurn]).toEqual([false, true]);
  store.receive(aWelcome({ mine: [0, 1] }));
  expect([store.covered, store.myTurn, store.viewpoint]).toEqual([false, true, 0]);
});
