/** A selector for what has to be pressed to make a move of the dice games. */
export function diceTarget(move: string): string {
  const [word = "", what] = move.split(" ");
  if (word === "keep") return `[data-face="${what}"]`;
  return `[data-action=${word === "roll" ? "roll" : "stop"}]`;
}
