import type { Position } from "../../wire/messages";
import type { BarbecuePosition } from "../../wire/types";

/** A position of this game; null for those of others. */
export const asBarbecue = (position: Position | null) => (position?.game === "barbecue" ? (position as BarbecuePosition) : null);
