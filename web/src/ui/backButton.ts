// Android's back closes what lies over the page. Browsers with close watchers do so by themselves; older ones get an entry in
// their history, which going back takes away again.

/** The state of such an entry. Whoever goes to another page replaces it. */
const MARK = "over";
const open: (() => void)[] = [];

addEventListener("popstate", () => {
  open.pop()?.();
  if (open.length > 0) history.pushState(MARK, "");
});

/** Have the back button close something; return what to call when it is closed. */
export function closeByBack(close: () => void): () => void {
  if ("CloseWatcher" in window) return () => undefined;
  open.push(close);
  if (history.state !== MARK) history.pushState(MARK, "");
  return () => {
    const place = open.indexOf(close);
    if (place >= 0) open.splice(place, 1);
    // In another language everything is rendered anew, and the next one opens at once.
    setTimeout(() => open.length === 0 && history.state === MARK && history.back());
  };
}
