// A file of records: one game a line.
import { gameTitle } from "../games/registry";
import { botName } from "../table/names";
import { listed } from "../ui/lists";
import { m } from "../words/messages.js";

/** Most games of a file that can be chosen from. */
const MOST = 500;
const BOT = "bot:";

/** The games of a file with their titles. Lines that are not games have a title, too: opening them shows what is wrong. */
export function gamesIn(text: string): { line: string; title: string }[] {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  return lines.slice(0, MOST).map((line, place) => ({ line, title: titleOf(line, place + 1) }));
}

function titleOf(line: string, number: number): string {
  try {
    const { game, players } = JSON.parse(line) as { game: string; players: string[] };
    const names = listed(players.map((name) => (name.startsWith(BOT) ? botName(name.slice(BOT.length)) : name)));
    return m.arch_file_game({ number, game: gameTitle(game), names });
  } catch {
    return m.arch_file_game({ number, game: "?", names: "?" });
  }
}
