// The route: the path of the address decides which page is shown. On a static site, whose host knows only files, the path is the
// part of the address after "#".
import { STATIC } from "./offline/reach.svelte";

export type Route =
  | { page: "start" }
  | { page: "learn" }
  | { page: "lesson" | "rules"; game: string }
  | { page: "lobby" }
  | { page: "table"; code: string }
  | { page: "replay"; code: string; number: number }
  | { page: "record"; record: string }
  | { page: "file" }
  | { page: "me" }
  | { page: "link"; code: string }
  | { page: "not_found" };

/** Decode a part of a path; null for an invalid one, such as `%zz`. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

export function routeOf(path: string): Route {
  if (path === "/learn" || path === "/rules") return { page: "learn" };
  const [, about, game] = /^\/(learn|rules)\/([\w-]+)$/.exec(path) ?? [];
  if (game) return { page: about === "learn" ? "lesson" : "rules", game };
  if (path === "/" || path === "") return { page: "start" };
  if (path === "/tables") return { page: "lobby" };
  if (path === "/me") return { page: "me" };
  if (path === "/replay") return { page: "file" };
  const [, record = ""] = /^\/r\/([^/]+)$/.exec(path) ?? [];
  if (record) return decoded(record) ? { page: "record", record: decoded(record) as string } : { page: "not_found" };
  const [, linked] = /^\/link(?:\/([\w-]*))?\/?$/.exec(path) ?? [];
  if (linked !== undefined || path === "/link") return { page: "link", code: linked ?? "" };
  const [, part = "", number] = /^\/t\/([^/]+)(?:\/games\/(\d{1,9}))?$/.exec(path) ?? [];
  const code = decoded(part);
  if (!code) return { page: "not_found" };
  return number === undefined ? { page: "table", code } : { page: "replay", code, number: Number(number) };
}

/** The address of a path, for links. */
export const to = (path: string) => (STATIC ? `#${path}` : path);

/** The path of the page that is shown, and the anchor in it. */
export function shown(): { path: string; anchor: string } {
  const [path, anchor = ""] = (STATIC ? location.hash.slice(1) || "/" : location.pathname + location.hash).split("#");
  return { path: path as string, anchor };
}

class Place {
  route = $state.raw<Route>({ page: "start" });
  #address = "";

  constructor() {
    this.#read();
    addEventListener("popstate", () => this.#read());
  }

  go(path: string): void {
    // A history entry that only represents an overlay is replaced.
    if (history.state === null) history.pushState(null, "", to(path));
    else history.replaceState(null, "", to(path));
    this.#read();
    scrollTo(0, 0);
  }

  /** Note in the address where the reader is in the page that is shown. */
  mark(anchor: string): void {
    history.replaceState(history.state, "", to(`${shown().path}#${anchor}`));
    this.#address = location.href;
  }

  #read(): void {
    // Closing an overlay goes back to the same page, which is not begun again.
    if (location.href === this.#address) return;
    this.#address = location.href;
    this.route = routeOf(shown().path);
  }
}

export const place = new Place();

/** For links: navigate without reloading on a plain click. */
export function follow(event: MouseEvent): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const { pathname, hash } = new URL((event.currentTarget as HTMLAnchorElement).href);
  place.go(STATIC ? hash.slice(1) : pathname + hash);
}
