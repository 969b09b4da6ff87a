import type { Position } from "../../wire/messages";
import type { KarteneckPosition } from "../../wire/types";

/** A position of this game; null for those of others. */
export const asKarteneck = (position: Position | null) =>
  position?.game === "karteneck" ? (position as KarteneckPosition) : null;
