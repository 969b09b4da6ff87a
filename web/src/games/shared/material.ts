// The figures printed on the games' material, for drawing. These are not rules: scores come from the server.
import type { TableInfo } from "../../wire/types";

type Printed = Readonly<Record<string, number>>;
/** Anything that has the options of its game: a table, or a past game. */
type WithSetup = Pick<TableInfo, "setup">;

/** The worms on a portion or a spot: from the set-up, else as in the box. */
export function wormsOn({ setup }: WithSetup, number: number): number {
  const own = (setup?.["worms_by_portion"] ?? setup?.["worms_by_spot"]) as Printed | undefined;
  if (own) return own[number] ?? 0;
  return number === 0 ? 0 : Math.min(Math.max(Math.floor((number - 17) / 4), 1), 5);
}
