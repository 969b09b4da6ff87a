import type { Position } from "../../wire/messages";
import type { BratwurmeckPosition } from "../../wire/types";

/** A position of this game; null for those of others. */
export const asBratwurmeck = (position: Position | null) =>
  position?.game === "bratwurmeck" ? (position as BratwurmeckPosition) : null;
