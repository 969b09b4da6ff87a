// What makes the client an app: the page for offline in every language, and the list of files for its service worker.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { firstLoad, withNamed } from "./first.ts";

const WORKER = "sw.js";
const PAGE = "offline.html";
const LIST = "client.json";

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Words of one language that are needed when no script has been loaded. */
function saying(locale: string, about: string): (key: string) => string {
  const words = JSON.parse(readFileSync(`messages/${locale}/main.json`, "utf8")) as Record<string, string>;
  return (key) => escaped(words[`app_${about}_${key}`] ?? "");
}

/** One section of the offline page. */
function offline(locale: string): string {
  const say = saying(locale, "offline");
  return `<section class="paper" lang="${locale}">
        <h1>${say("title")}</h1>
        <div data-served><p>${say("what")}</p>
        <ul><li>${say("network")}</li><li>${say("server")}</li></ul></div>
        <p data-static hidden>${say("missing")}</p>
        <p>${say("waits")}</p>
        <button type="button" class="enamel go"><strong>${say("again")}</strong></button>
        <a class="enamel sun" href="/" data-here hidden><strong>${say("here")}</strong></a>
      </section>`;
}

/** The text of the page in one language if its script does not load. */
function unloaded(locale: string): string {
  const say = saying(locale, "unloaded");
  return `<section lang="${locale}"><h1>${say("title")}</h1><p>${say("what")} ${say("old")}</p><button type="button">${say("again")}</button></section>`;
}

/** Write the list of all files of the client, which a copy for playing offline needs. `sizes` are compressed. */
export function listFiles(folder: string, sizes: ReadonlyMap<string, number>): void {
  const files = [...sizes.keys()].filter((name) => name !== WORKER).sort().map((name) => {
    const content = readFileSync(join(folder, name));
    return { name, bytes: content.length, transferred: sizes.get(name) ?? 0, sha256: createHash("sha256").update(content).digest("hex") };
  });
  const version = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 12);
  writeFileSync(join(folder, LIST), JSON.stringify({ version, files }));
}

const inAll = (section: (locale: string) => string) => readdirSync("messages").sort().map(section).join("\n      ");

export function pwa(folder: string): Plugin {
  return {
    name: "heckmeck:pwa",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => html.replace("<!-- sections -->", () => inAll(offline)).replace("<!-- unloaded -->", () => inAll(unloaded)),
    },
    writeBundle(_, bundle) {
      const of = (entry: string) => [...firstLoad(bundle, entry)];
      // Including its pictures and fonts: nothing can be loaded while the server is away.
      const offline = [PAGE, "icon.svg", ...withNamed(folder, of("offline"))];
      const files = of("index");
      const all = [...new Set([...offline, ...files])];
      const sum = createHash("sha256");
      for (const name of all) sum.update(name).update(readFileSync(join(folder, name)));
      const shell = { version: sum.digest("hex").slice(0, 12), offline, files };
      const path = join(folder, WORKER);
      writeFileSync(path, `const SHELL=${JSON.stringify(shell)};\n${readFileSync(path, "utf8")}`);
    },
  };
}
