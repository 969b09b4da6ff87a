// The commands of a player: the unanswered move, and the answer to the last command.
import { isSentAgain } from "../wire/connection";
import type { CommandBody } from "../wire/messages";
import type { Done, Refused } from "../wire/types";

/** Refusals that are not shown: another player was faster, which is on the screen by now. */
const SILENT: readonly string[] = ["stale", "no_seed_wanted"];

export class Outbox {
  refusal = $state.raw<Refused | null>(null);
  /** The id of our move that has not been answered yet. */
  moving = $state<string | null>(null);
  /** The move that was tried last, in notation; of two the second. */
  tried = "";
  /** Wishes, whose refusals need no words: what was to be hurried has happened by then. */
  readonly #wishes = new Set<string | null>();

  /** `deliver` sends a command and returns its id. */
  constructor(readonly deliver: (command: CommandBody) => string) {}

  readonly send = (command: CommandBody): string => {
    this.refusal = null;
    const id = this.deliver(command);
    if (command.type === "hurry") this.#wishes.add(id);
    return id;
  };

  /** Make a move, and with it the decision that follows; until it is answered there is no other. */
  move(seq: number, move: string, then?: string): void {
    if (this.moving) return;
    this.tried = then ?? move;
    this.moving = this.send({ type: "move", seq, move, ...(then === undefined ? {} : { then }) });
  }

  answered(answer: Done | Refused): void {
    const wished = this.#wishes.has(answer.id);
    // A command that could not be stored is sent again automatically; its error message disappears when it succeeds.
    if (answer.type === "done" && this.refusal?.id === answer.id) this.refusal = null;
    if (answer.type === "refused" && !wished && !SILENT.includes(answer.code)) this.refusal = answer;
    if (answer.type === "refused" && isSentAgain(answer)) return;
    this.#wishes.delete(answer.id);
    if (answer.id === this.moving) this.moving = null;
  }
}
