// Heckmeck am Karteneck at a table.
import type { GameModule } from "../../table/gameModule";
import type { KarteneckPosition } from "../../wire/types";
import { m } from "../../words/messages.js";
import { portionFeelings } from "../portions/log";
import Winnings from "../portions/Winnings.svelte";
import { eventLog } from "../shared/eventLog";
import { CARD } from "./card";
import { HINTS } from "./hints";
import { CARD_TURNS, cardFeelings, cardLine } from "./log";
import { asKarteneck } from "./position";
import { whyBetter } from "./reasons";
import Table from "./Table.svelte";

export const karteneck: GameModule = {
  ...CARD,
  rounds: true,
  Table,
  log: eventLog({
    line: cardLine,
    byItself: ["GrillLaidOut", "PileReshuffled", "PortionServed", "RoundEnded", "GameEnded"],
    visible: ["CardsDrawn", "CardsSeen", "LayoutDiscarded", "GrillLaidOut"],
  }),
  turns: CARD_TURNS,
  Winnings,
  cues: { CardsLaid: "keep", PortionTaken: "take", PortionServed: "take", PortionStolen: "steal" },
  feelings: (event) => [...portionFeelings(event), ...cardFeelings(event)],
  // Cards and portions have their own animation.
  moves: () => false,
  // Drawn cards are hidden: no outcomes are shown before the game is over.
  outcomesIn: () => [],
  beginsTurn: ({ events = [] }) => events.some(({ event }) => event === "GrillLaidOut"),
  hand: {
    privateEvents: ["CardsSeen"],
    seatIn: (position) => asKarteneck(position)?.seat ?? null,
    covered: (position) => ({ ...(position as KarteneckPosition), seat: null, hand: [], moves: [], layable: [] }),
    seenBy: (seat, { position, hands = [] }) => ({ ...(position as KarteneckPosition), seat, hand: hands[seat] ?? [] }),
  },
  hints: HINTS,
  coach: {
    move: moveInWords,
    // The coach does not distinguish worm cards.
    alike: (one, other) => one === other || (laysWorms(one) && laysWorms(other) && length(one) === length(other)),
    result: (name) => name,
    resultPicture: () => null,
    certain: () => null,
    threat: () => null,
    note: (position) => (asKarteneck(position)?.supply === 0 ? m.coach_note_last() : ""),
    why: whyBetter,
    situation: async () => (await import("./Situation.svelte")).default,
  },
};

const laysWorms = (move: string) => move.startsWith("lay W");
const length = (move: string) => move.split(" ").length;

function moveInWords(move: string): string {
  const [word, ...cards] = move.split(" ");
  if (word === "out") return cards[0] === "steal" ? m.out_steal() : m.out();
  return laysWorms(move) ? m.coach_lay_worms({ count: cards.length }) : m.coach_lay({ cards: cards.join(" + ") });
}
