// The games that are known here. Another one is one more line; unknown games are offered and played generically.
import type { GameCard, GameModule } from "../table/gameModule";
import { CARD as BARBECUE } from "./barbecue/card";
import { CARD as BRATWURMECK } from "./bratwurmeck/card";
import { genericCard } from "./generic/card";
import { CARD as KARTENECK } from "./karteneck/card";

/** In the order in which they are taught, each with what loads its table. */
const GAMES: readonly (readonly [card: GameCard, load: () => Promise<GameModule>])[] = [
  [BRATWURMECK, async () => (await import("./bratwurmeck")).bratwurmeck],
  [BARBECUE, async () => (await import("./barbecue")).barbecue],
  [KARTENECK, async () => (await import("./karteneck")).karteneck],
];
const cards = new Map(GAMES.map(([card]) => [card.name, card]));
const loaders = new Map(GAMES.map(([{ name }, load]) => [name, load]));
const loaded = new Map<string, GameModule>();

/** The games with a tutorial and rules pages. */
export const TAUGHT = [...cards.values()].filter(({ learning }) => learning !== null);

export function cardOf(game: string): GameCard {
  const found = cards.get(game) ?? genericCard(game);
  cards.set(game, found);
  return found;
}

/** The module of a game for its table: at once if it has been loaded before. */
export function moduleOf(game: string): GameModule | Promise<GameModule> {
  return loaded.get(game) ?? load(game);
}

async function load(game: string): Promise<GameModule> {
  const module = (await loaders.get(game)?.()) ?? (await import("./generic")).genericModule(game);
  loaded.set(game, module);
  return module;
}

export const gameTitle = (game: string) => cardOf(game).title();

/** The cloth of a game's picture, by the seat with the same colour: blue, orange, purple; green for others. */
const CLOTHS = [0, 1, 3];
export const clothOf = (game: string) => CLOTHS[GAMES.findIndex(([{ name }]) => name === game)] ?? 2;
