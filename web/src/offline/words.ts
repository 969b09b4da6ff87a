// Why nothing can be played on this device just now, and what to do about it.
import { m } from "../words/messages.js";
import { Failure, type FailureCode } from "./messages";

export const FAILURE_WORDS: Readonly<Record<FailureCode, () => string>> = {
  no_wasm: m.here_no_wasm,
  no_memory: m.here_no_memory,
  download: m.here_no_download,
  storage: m.here_no_storage,
  full: m.here_full,
  deleted: m.here_data_gone,
  other_tab: m.here_other_tab,
  outdated: m.here_outdated,
  broken: m.here_broken,
};

/** A failure that says so. */
export const failureOf = (code: FailureCode) => new Failure(code, FAILURE_WORDS[code]());
