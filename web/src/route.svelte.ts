// The route: the path of the address decides which page is shown.
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

class Place {
  route = $state.raw<Route>({ page: "start" });

  constructor() {
    const read = () => (this.route = routeOf(location.pathname));
    read();
    addEventListener("popstate", read);
  }

  go(path: string): void {
    // A history entry that only represents an overlay is replaced.
    if (history.state === null) history.pushState(null, "", path);
    else history.replaceState(null, "", path);
    this.route = routeOf(location.pathname);
    scrollTo(0, 0);
  }
}

export const place = new Place();

/** For links: navigate without reloading on a plain click. */
export function follow(event: MouseEvent): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const { pathname, hash } = new URL((event.currentTarget as HTMLAnchorElement).href);
  place.go(pathname + hash);
}
