// Words for moves that the rules refuse: only a table receives them.
import { addWords } from "../wire/refusals";
import { m } from "../words/messages.js";

addWords([
  ["face_not_rolled", m.refused_face],
  ["face_kept", m.refused_face_twice],
  ["must_keep", m.refused_keep_first],
  ["nothing_rolled", m.refused_roll_first],
  ["no_roll_left", m.refused_dice_left],
  ["no_worm", m.refused_worm],
  ["too_low", m.refused_too_low],
  ["too_high", m.refused_too_low],
  ["blocked", m.refused_blocked],
  ["must_take", m.refused_must_take],
  ["must_take_exact", m.refused_must_take_exact],
  ["not_on_grill", m.refused_on_grill],
  ["not_next_lower", m.refused_next_lower],
  ["cannot_steal", m.refused_steal],
  ["not_in_hand", m.refused_in_hand],
  ["mixed_sorts", m.refused_mixed],
  ["sort_laid", m.refused_sort_twice],
  ["nothing_laid", m.refused_lay],
  ["game_over", m.refused_more_game],
  ["chance_to_act", m.refused_not_now],
  ["player_to_act", m.refused_not_now],
]);
