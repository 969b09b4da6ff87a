import { expect, test, vi } from "vitest";
import { Seeds } from "../../src/fairness/seeds";
import type { GameModule } from "../../src/table/gameModule";
import { TableStore } from "../../src/table/tableStore.svelte";
import { moduleOf } from "../helpers/games";
import { aPosition, aWelcome, FakeLink, happened, memory } from "../helpers/tables";

/** A store whose game is loaded when the test says so. */
function aSlowStore() {
  const asked: { come: () => void; fail: () => void }[] = [];
  const slow = () => new Promise<GameModule>((come, fail) => asked.push({ come: () => ((there = true), come(moduleOf("bratwurmeck"))), fail: () => fail(new TypeError()) }));
  let there = false;
  const load = (game: string) => (there ? moduleOf(game) : slow());
  const store = new TableStore("ABCDEFGH", { show: (update) => update(), moduleOf: load, seeds: new Seeds(memory()), link: () => new FakeLink() });
  return { store, asked };
}

test("nothing is shown before the game is loaded, and then everything in order", async () => {
  const { store, asked } = aSlowStore();
  store.receive(aWelcome());
  store.receive(happened(6, { position: aPosition({ to_act: 1 }) }));
  expect([store.table, store.position]).toEqual([null, null]);
  asked[0]?.come();
  await vi.waitFor(() => expect(store.seq).toBe(6));
  expect([store.module.name, store.position?.to_act]).toEqual(["bratwurmeck", 1]);
});

test("a game that does not load is said, and can be asked for again", async () => {
  const { store, asked } = aSlowStore();
  store.receive(aWelcome());
  asked[0]?.fail();
  await vi.waitFor(() => expect(store.unloaded).toBe(true));
  store.loadAgain();
  expect(store.unloaded).toBe(false);
  asked[1]?.come();
  await vi.waitFor(() => expect(store.table?.plan.game).toBe("bratwurmeck"));
});

test("what waited for a game comes again with the next connection", async () => {
  const { store, asked } = aSlowStore();
  store.receive(aWelcome());
  store.linkChanged("lost");
  asked[0]?.come();
  await Promise.resolve();
  expect(store.table).toBeNull();
  store.receive(aWelcome({ seq: 7 }));
  expect(store.seq).toBe(7);
});
