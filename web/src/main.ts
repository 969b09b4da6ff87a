import { register } from "./pwa/register";

// The page is loaded like any other part of the client: with its words in the reader's language, which is known by now.
async function show(): Promise<void> {
  const { start } = await import("./start");
  start();
}

show().catch(reportError);
register();
