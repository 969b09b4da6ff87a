// The games that have a module of their own. A further one is one more line here; all others get the generic module.
import type { GameModule } from "../table/gameModule";
import { barbecue } from "./barbecue";
import { bratwurmeck } from "./bratwurmeck";
import { genericModule } from "./generic";
import { karteneck } from "./karteneck";

/** In the order in which they are taught. */
const MODULES: readonly GameModule[] = [bratwurmeck, barbecue, karteneck];
const byName = new Map(MODULES.map((module) => [module.name, module]));

/** The games with a tutorial and rules pages. */
export const TAUGHT = MODULES.filter(({ learning }) => learning !== null);

export function moduleOf(game: string): GameModule {
  const found = byName.get(game) ?? genericModule(game);
  byName.set(game, found);
  return found;
}

export const gameTitle = (game: string) => moduleOf(game).title();

/** The cloth under a game outside its table, by the seat that has the same: blue, orange, purple; green for others. */
const CLOTHS = [0, 1, 3];
export const clothOf = (game: string) => CLOTHS[MODULES.findIndex(({ name }) => name === game)] ?? 2;
