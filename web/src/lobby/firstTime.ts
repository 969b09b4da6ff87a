// "First time?" is asked once. Newcomers begin with gentle bots.
import { newcomer } from "../table/newcomer.svelte";
import { GENTLE_OPPOSITION } from "../table/opponents";
import { chooseOpposition } from "./opposition";

/** Whether the question is still to be asked. */
export const asksFirstTime = () => !newcomer.asked;

/** Remember the answer, given before a game of some kind. */
export function answerFirstTime(game: string, first: boolean): void {
  newcomer.answer(first);
  if (first) chooseOpposition(game, GENTLE_OPPOSITION);
}
