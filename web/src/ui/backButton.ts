// Going back closes an overlay: it gets an entry in the history, which going back removes again. Close watchers
// would do so without one, but only for Android's back, not for the button of a browser's window.

/** The state of such an entry. Going to another page replaces it. */
const MARK = "over";
const open: (() => void)[] = [];
/** Whether we are going back ourselves, which browsers do asynchronously: an overlay opened until then must not be closed by it. */
let returning = false;

addEventListener("popstate", () => {
  if (!returning) open.pop()?.();
  returning = false;
  if (open.length > 0) history.pushState(MARK, "");
});

/** Let the back button close something; return a function to call when it is closed. */
export function closeByBack(close: () => void): () => void {
  open.push(close);
  if (history.state !== MARK) history.pushState(MARK, "");
  return () => {
    const place = open.indexOf(close);
    if (place >= 0) open.splice(place, 1);
    // In another language everything is rendered again, and the next overlay opens at once.
    setTimeout(leaveEntry);
  };
}

/** Go back over the entry of what was closed. */
function leaveEntry(): void {
  if (returning || open.length > 0 || history.state !== MARK) return;
  returning = true;
  history.back();
}
