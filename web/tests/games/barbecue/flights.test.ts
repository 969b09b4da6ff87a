import { expect, test } from "vitest";
import { arrivals, departures, flights } from "../../../src/games/barbecue/flights";
import type { GameEvent } from "../../../src/wire/messages";
import type { Happened } from "../../../src/wire/types";

test("whatever leaves a place arrives somewhere else under the same name", () => {
  const events: GameEvent[] = [
    { event: "PlatePlaced", seat: 0, spot: 30, worms: 3 },
    { event: "PlateReplaced", seat: 0, spot: 30, worms: 3, victim: 1 },
    { event: "SpotSecured", seat: 0, spot: 30, worms: 3 },
    { event: "SnailPlaced", spot: 36, displaced: null },
    { event: "SnailPlaced", spot: 36, displaced: 1 },
    { event: "SnailTaken", seat: 0, spot: 36 },
    { event: "SnailTaken", seat: 0, spot: null },
  ];
  for (const event of events) {
    const [from, to] = [departures(event), arrivals(event)];
    const names = (flights: object) => Object.values(flights).map(({ name }: { name: string }) => name).sort();
    expect(names(from), event.event).toEqual(names(to));
    expect(names(from).length, event.event).toBeGreaterThan(0);
    expect(new Set(names(from)).size).toBe(names(from).length);
  }
});

test("a name stands once, even where something moves away and back in entries shown together", () => {
  const batches: GameEvent[][] = [
    [{ event: "PlateReplaced", seat: 0, spot: 25, worms: 2, victim: 3 }, { event: "PlateReplaced", seat: 3, spot: 25, worms: 2, victim: 0 }],
    [{ event: "SnailTaken", seat: 0, spot: 36 }, { event: "SnailPlaced", spot: 36, displaced: null }],
  ];
  for (const events of batches) {
    const coming = events.map((event) => ({ events: [event] }) as Happened);
    const names = Object.values(flights({ coming, latest: null })).map((flight) => flight?.name);
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size, names.join()).toBe(names.length);
  }
});
