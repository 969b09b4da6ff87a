// The events of Karteneck in words. Some events are combined: draws, and the portions of a serving.
import type { Feeling, NameOf, TurnDigest, TurnLog } from "../../table/gameModule";
import { listed } from "../../ui/lists";
import type { GameEvent } from "../../wire/messages";
import { m } from "../../words/messages.js";
import { portionLine } from "../portions/log";
import { cardsInWords } from "./cards";
import LogCards from "./LogCards.svelte";

/** Put one event of an entry into words; null if another one covers it. */
export function cardLine(events: readonly GameEvent[], place: number, nameOf: NameOf): string | null {
  const event = events[place];
  const before = events.slice(0, place);
  switch (event?.event) {
    case "GrillLaidOut":
      return m.kart_did_grill({ portions: listed(event.portions), name: nameOf(event.seat) });
    case "PileReshuffled":
      return m.kart_did_reshuffle({ count: event.cards });
    case "CardsDrawn":
      return events[place + 1]?.event === "CardsSeen" ? null : m.did_draw({ name: nameOf(event.seat), count: event.count });
    case "CardsSeen":
      return m.kart_did_see({ cards: cardsInWords(event.cards) });
    case "CardsLaid":
      return m.kart_did_lay({ name: nameOf(event.seat), cards: cardsInWords(event.cards), total: event.total });
    case "DroppedOut":
      return droppedOut(event, events.some((other) => other.event === "RoundEnded"))({ name: nameOf(event.seat), total: event.total });
    case "LayoutDiscarded":
      return m.kart_did_discard({ name: nameOf(event.seat) });
    case "PortionTaken":
      // Only a player who has just dropped out without a worm takes a portion.
      return m.kart_did_get({ name: nameOf(event.seat), portion: event.portion });
    case "PortionServed":
      return before.some((other) => other.event === "PortionServed") ? null : serving(events, nameOf);
    case "RoundEnded":
      return event.served > 0 ? null : m.kart_did_end_round();
    case "GameEnded":
      return m.did_end();
    default:
      return portionLine(event, nameOf);
  }
}

/** A player who drops out with a worm waits for the serving, unless all others have dropped out before. */
function droppedOut({ valid }: { valid: boolean }, last: boolean): (of: { name: string; total: number }) => string {
  if (!valid) return m.kart_did_drop_out_invalid;
  return last ? m.kart_did_drop_out_last : m.kart_did_drop_out;
}

function serving(events: readonly GameEvent[], nameOf: NameOf): string {
  const served = events.flatMap((event) =>
    event.event === "PortionServed"
      ? [m.kart_served({ name: nameOf(event.seat), portion: event.portion, total: event.total })]
      : [],
  );
  return m.kart_did_serve({ served: listed(served) });
}

/** A player's round in one line: the layout, and its result. */
export const CARD_TURNS: TurnLog = {
  digest,
  pieces: (event) => (event.event === "CardsLaid" || event.event === "CardsSeen" ? event.cards.map(String) : []),
  Pieces: LogCards,
  inWords: (pieces) => cardsInWords(pieces.map(Number)),
  round: { begins: "GrillLaidOut", ends: "RoundEnded" },
};

function digest(events: readonly GameEvent[], over: boolean): TurnDigest {
  const laid = events.flatMap((event) => (event.event === "CardsLaid" ? [event] : []));
  const out = events.find((event) => event.event === "DroppedOut");
  const won = events.flatMap((event) => {
    if (event.event === "PortionStolen") return [m.log_steals({ portion: event.portion })];
    return event.event === "PortionServed" || event.event === "PortionTaken" ? [m.log_gets({ portion: event.portion })] : [];
  });
  const total = laid.at(-1)?.total ?? 0;
  const soFar = out ? m.log_out({ total: out.total }) : laid.length > 0 ? m.log_so_far({ total }) : m.log_draws();
  return {
    pieces: laid.flatMap(({ cards }) => cards.map(String)),
    result: won.length > 0 ? listed(won) : over ? m.log_nothing() : soFar,
    mood: won.length > 0 ? (out?.valid === false ? "calm" : "happy") : over || out?.valid === false ? "sour" : "calm",
  };
}

/** The moods of players about the results of their layouts. */
export function cardFeelings(event: GameEvent): readonly Feeling[] {
  switch (event.event) {
    case "CardsLaid":
      return [[event.seat, "calm"]];
    case "DroppedOut":
      return [[event.seat, event.valid ? "calm" : "sour"]];
    // The lowest portion is a consolation.
    case "PortionTaken":
      return [[event.seat, "sour"]];
    case "PortionServed":
      return [[event.seat, "happy"]];
    default:
      return [];
  }
}
