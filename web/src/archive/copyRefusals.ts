// Words for games of this device that the server does not copy: only the list of these games receives them.
import { addWords } from "../wire/refusals";
import { m } from "../words/messages.js";

addWords([
  ["bad_import", m.refused_import],
  ["import_failed", m.refused_place_taken],
]);
