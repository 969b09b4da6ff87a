import { expect, test } from "vitest";
import { commitmentOf, Seeds } from "../../src/fairness/seeds";
import { aStore, aTable, aWelcome, happened, memory } from "../helpers/tables";

test("a seed is committed to, shown once when asked for, and never before", () => {
  const seeds = new Seeds(memory());
  const { store, link } = aStore(seeds);
  const commitment = seeds.commit();
  store.receive(aWelcome({ table: aTable({ phase: "open" }) }));
  expect(link.sent).toEqual([]);
  const seeding = aTable({ phase: "seeding", commitments: [commitment, null], seeds: [null, null] });
  store.receive(happened(6, { what: "began", table: seeding }));
  store.receive(happened(7, { what: "said", table: seeding }));
  expect(link.sent).toHaveLength(1);
  const [reveal] = link.sent;
  expect(reveal?.type === "reveal" && commitmentOf(reveal.seed)).toBe(commitment);
  expect(store.unheard).toEqual([]);
  const without = aTable({ phase: "playing", commitments: [commitment, null], seeds: [null, null] });
  store.receive(happened(8, { what: "seeds_closed", table: without }));
  expect(store.unheard).toEqual([0]);
  const seed = reveal?.type === "reveal" ? reveal.seed : "";
  store.receive(happened(9, { what: "moved", table: { ...without, seeds: [seed, null] } }));
  expect(store.unheard).toEqual([]);
});

test("to be ready for another game is to commit to a new seed, once for each own seat", () => {
  const { store, link } = aStore();
  store.receive(aWelcome({ table: aTable({ phase: "over" }) }));
  expect(link.sent).toEqual([]);
  store.ready();
  store.ready();
  expect(link.sent.map(({ type }) => type)).toEqual(["commit"]);
});
