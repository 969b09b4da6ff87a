// What is played on this device, without a server. All pages load this; the host itself is loaded only when it is needed.

/** Written by `heckmeck site`, or by the service worker into the copy of the page. */
const mark = document.querySelector<HTMLMetaElement>("meta[name^=heckmeck]")?.name;

/** Whether the pages come from a plain host of files. */
export const STATIC = mark === "heckmeck-site";

export const reach = $state({
  /** Whether there is no server: on a static site, or because the service worker could not reach it. */
  alone: mark !== undefined,
  /** Whether the host has something to say: what it waits for, or why it cannot go on. */
  waiting: false,
  /** Whether the host has failed, or another page plays: nothing goes on until the reader does something. */
  stopped: false,
});

/** Whether a table is played on this device. */
export const isHere = (code: string) => code.startsWith("~");
