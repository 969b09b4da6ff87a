// All games with what a table needs of them: tests do not wait for them.
import { moduleOf as load, TAUGHT } from "../../src/games/registry";
import { genericModule } from "../../src/games/generic";
import type { GameModule } from "../../src/table/gameModule";

const modules = new Map<string, GameModule>();
for (const { name } of TAUGHT) modules.set(name, await load(name));

export function moduleOf(game: string): GameModule {
  const found = modules.get(game) ?? genericModule(game);
  modules.set(game, found);
  return found;
}
