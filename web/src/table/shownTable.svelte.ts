// A table as it may be shown on this device: hands that another person might see are covered, and so are dice that a newcomer has not
// thrown yet.
import type { Position } from "../wire/messages";
import type { Happened, SeatInfo } from "../wire/types";
import type { GameModule } from "./gameModule";
import { newcomer } from "./newcomer.svelte";
import { ServerClock } from "./serverClock";
import { SharedDevice, withoutPrivateEvents } from "./sharedDevice.svelte";
import { TableState } from "./tableState.svelte";

export abstract class ShownTable {
  protected readonly state = new TableState();
  protected readonly device = new SharedDevice();
  /** The last entry when the chat was last open. */
  protected chatSeen = $state(0);
  protected readonly clock = new ServerClock();

  /** The game of the table, which is loaded before the table is shown. */
  abstract get module(): GameModule;

  /** Whether a hand is covered, because another person may be looking. */
  readonly covered = $derived.by(() => this.device.covers(this.state.position, this.mine, () => this.module));

  /** Newcomers throw their first dice themselves: the position before that. */
  readonly unthrown = $derived.by((): Position | null => {
    const { position } = this.state;
    return position && newcomer.throws && this.acting !== null ? (this.module.unthrown?.(position) ?? null) : null;
  });

  readonly position = $derived.by((): Position | null => {
    const { position } = this.state;
    if (this.unthrown) return this.unthrown;
    return position && this.covered ? (this.module.hand?.covered(position) ?? position) : position;
  });

  /** Dice that have not been thrown are not reported. */
  readonly entries = $derived.by((): readonly Happened[] => {
    const { entries } = this.state;
    const roll = this.unthrown ? entries.findLast((entry) => this.module.outcomesIn(entry).length > 0) : undefined;
    return roll ? entries.filter((entry) => entry !== roll) : entries;
  });

  readonly unread = $derived.by(() => {
    const fromOthers = ({ what, seat, muted }: Happened) => what === "said" && !muted && (seat == null || !this.mine.includes(seat));
    return this.entries.filter((entry) => entry.seq > this.chatSeen && fromOthers(entry)).length;
  });

  get seq() {
    return this.state.seq;
  }

  get table() {
    return this.state.table;
  }

  get mine() {
    return this.state.mine;
  }

  get host() {
    return this.state.host;
  }

  get ended() {
    return this.state.ended;
  }

  get latest() {
    return this.unthrown ? null : this.state.latest;
  }

  get hasEarlier(): boolean {
    return this.state.earliest !== null;
  }

  get coming() {
    return this.state.coming;
  }

  /** When the server acts if no player does, by our clock. */
  get due(): number | null {
    return this.state.due === null ? null : this.clock.ours(this.state.due);
  }

  get acting(): number | null {
    const seat = this.state.position?.to_act;
    const mine = this.table?.phase === "playing" && seat != null && this.mine.includes(seat) && !this.seat(seat)?.bot;
    return mine ? seat : null;
  }

  get myTurn(): boolean {
    return this.acting !== null && !this.covered;
  }

  /** Our own seat, and of several the one that is to act or was last. */
  get viewpoint(): number | undefined {
    return this.acting ?? this.device.viewpoint(this.mine);
  }

  seat(number: number): SeatInfo | null {
    return this.table?.seats[number] ?? null;
  }

  /** Show the hand of the player to act, who holds the device now. */
  uncover(): void {
    this.device.uncover(this.acting);
  }

  /** The own seat whose hand is uncovered. */
  get holder(): number | null {
    return this.device.holder;
  }

  /** A seat's player had the device already. */
  hold(seat: number | null): void {
    this.device.uncover(seat);
  }

  /** Mark the chat as read up to now. */
  readChat(): void {
    this.chatSeen = this.seq;
  }

  /** With several people at one device the log hides the cards that each player drew. */
  protected hidePrivateEvents(module: GameModule | null): void {
    if (this.mine.length > 1) this.state.entries = withoutPrivateEvents(this.state.entries, module);
  }
}
