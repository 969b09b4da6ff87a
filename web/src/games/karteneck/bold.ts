// The boldest serving of a game: a portion with worms that was won with the lowest total.
import type { HighlightRules } from "../../table/gameModule";
import { m } from "../../words/messages.js";

export const boldestServing: HighlightRules["bravest"] = (events) => {
  const served = events.flatMap((event) => (event.event === "PortionServed" && event.portion > 0 ? [event] : []));
  const boldest = served.sort((one, other) => one.total - other.total)[0];
  if (!boldest) return null;
  const { seat, portion, total } = boldest;
  return { seat, title: m.result_serving(), text: ({ name }) => m.result_serving_text({ name, thing: portion, total }) };
};
