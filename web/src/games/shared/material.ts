// What is printed on the games' material, so that it can be drawn. It is no rule: scores come from the server.
import type { TableInfo } from "../../wire/types";

type Printed = Readonly<Record<string, number>>;
/** Anything that has the options of its game: a table, or a game that was played. */
type WithSetup = Pick<TableInfo, "setup">;

/** The worms on a portion or a spot: as the set-up says, else as in the box. */
export function wormsOn({ setup }: WithSetup, number: number): number {
  const own = (setup?.["worms_by_portion"] ?? setup?.["worms_by_spot"]) as Printed | undefined;
  if (own) return own[number] ?? 0;
  return number === 0 ? 0 : Math.min(Math.max(Math.floor((number - 17) / 4), 1), 5);
}
