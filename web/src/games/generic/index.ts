// A game that this client knows nothing about, at a table: position as text, moves as buttons.
import { bare } from "../../fairness/outcomes";
import type { GameModule, LogLine, NameOf } from "../../table/gameModule";
import type { Happened } from "../../wire/types";
import { m } from "../../words/messages.js";
import { genericCard } from "./card";
import Table from "./Table.svelte";

export function genericModule(name: string): GameModule {
  const card = genericCard(name);
  return {
    ...card,
    get unit() {
      return card.unit;
    },
    rounds: false,
    Table,
    log,
    turns: null,
    Winnings: null,
    cues: {},
    moves: () => false,
    outcomesIn: ({ chance = [] }) => chance.map(({ outcome }) => bare(outcome)),
    beginsTurn: (frame, before) => frame.position.turn_of !== before?.position.turn_of,
    hand: null,
    hints: [],
    coach: null,
  };
}

/** A player's move, the outcomes of chance after it, and whether the game ended. */
function log(entry: Happened, nameOf: NameOf): LogLine[] {
  const lines: LogLine[] = [];
  if (entry.move && entry.seat != null) {
    lines.push({ seat: entry.seat, text: m.text_did_move({ name: nameOf(entry.seat), move: entry.move }), headline: true });
  }
  for (const { outcome } of entry.chance ?? []) {
    lines.push({ seat: null, text: m.text_did_chance({ outcome: bare(outcome) }), headline: true });
  }
  if (entry.ended) lines.push({ seat: null, text: m.did_end(), headline: true });
  return lines;
}
