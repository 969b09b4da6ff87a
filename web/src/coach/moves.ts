// Moves in a few words, as they stand on a button.
import { faceValue } from "../games/material";
import { faceName } from "../table/names";
import { m } from "../words/messages.js";

export interface Situation {
  game: string;
  kept?: string;
  rolled?: string;
}

export function moveInWords(move: string, { game, kept = "", rolled = "" }: Situation): string {
  const [word = "", ...rest] = move.split(" ");
  const first = rest[0] ?? "";
  switch (word) {
    case "keep":
      return m.coach_keep({ dice: m.face_shown({ count: [...rolled].filter((face) => face === first).length, face: faceName(first) }) });
    case "roll":
      return m.coach_roll();
    case "take":
      return m.take({ portion: first });
    case "steal":
      return m.coach_steal({ portion: first });
    case "lay":
      return first.startsWith("W") ? m.coach_lay_worms({ count: rest.length }) : m.coach_lay({ cards: rest.join(" + ") });
    case "out":
      return first === "steal" ? m.out_steal() : m.out();
    default:
      return game === "barbecue" ? m.stop_spot({ total: sumOf(kept) }) : m.stop_nothing();
  }
}

export function sumOf(kept: string): number {
  return [...kept].reduce((sum, face) => sum + faceValue(face), 0);
}

/** What an result is called: a portion's or a spot's number, or a word. */
export function resultName(name: string): string {
  if (name === "snail") return m.coach_snail();
  return name === "end" ? m.coach_end() : name;
}
