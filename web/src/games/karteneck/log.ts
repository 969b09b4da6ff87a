// What happens in Karteneck, in words. Some events are told together: what was drawn, and who is served what.
import { cardsInWords } from "./cards";
import type { GameEvent } from "../../wire/messages";
import { m } from "../../words/messages.js";

/** One event among those that came with it: a sentence, null where another one tells it, undefined where it is not of cards. */
export function toldOfCards(events: readonly GameEvent[], place: number, nameOf: (seat: number) => string): string | null | undefined {
  const event = events[place];
  const before = events.slice(0, place);
  switch (event?.event) {
    case "GrillLaidOut":
      return m.kart_did_grill({ portions: event.portions.join(", "), name: nameOf(event.seat) });
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
      // Nobody takes anything in Karteneck but who has just dropped out without a worm.
      return before.some((other) => other.event === "DroppedOut")
        ? m.kart_did_get({ name: nameOf(event.seat), portion: event.portion })
        : undefined;
    case "PortionServed":
      return before.some((other) => other.event === "PortionServed") ? null : serving(events, nameOf);
    case "RoundEnded":
      return event.served > 0 ? null : m.kart_did_end_round();
    default:
      return undefined;
  }
}

/** Whoever drops out with a worm waits for the serving, unless all the others have done so before. */
function droppedOut({ valid }: { valid: boolean }, last: boolean): (of: { name: string; total: number }) => string {
  if (!valid) return m.kart_did_drop_out_invalid;
  return last ? m.kart_did_drop_out_last : m.kart_did_drop_out;
}

function serving(events: readonly GameEvent[], nameOf: (seat: number) => string): string {
  const served = events.flatMap((event) =>
    event.event === "PortionServed"
      ? [m.kart_served({ name: nameOf(event.seat), portion: event.portion, total: event.total })]
      : [],
  );
  return m.kart_did_serve({ served: served.join(", ") });
}
