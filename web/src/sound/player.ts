// Plays sounds. It is loaded where sound is switched on, and silent until the page has been touched.
import { type Cue, RECIPES } from "./recipes";

/** Loudness is perceived roughly as the root of the amplitude. */
const power = (percent: number) => (percent / 100) ** 2;

let speaker: { context: AudioContext; volume: GainNode } | null = null;
let busyUntil = 0;

/** Return the audio context; null as long as the browser does not allow sound. */
function ready(): NonNullable<typeof speaker> | null {
  if (!speaker) {
    if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return null;
    const context = new AudioContext();
    const volume = context.createGain();
    volume.connect(context.destination);
    speaker = { context, volume };
  }
  if (speaker.context.state !== "running") void speaker.context.resume().catch(() => undefined);
  return speaker;
}

/** Prepare for sounds, if the browser allows it. */
export function wake(): void {
  ready();
}

/** Play sounds one after the other. Sounds that would come more than a second late are left out. */
export function play(cues: readonly Cue[], percent: number): void {
  const found = percent > 0 ? ready() : null;
  if (!found) return;
  const { context, volume } = found;
  volume.gain.setValueAtTime(power(percent), context.currentTime);
  let at = Math.max(context.currentTime + 0.01, busyUntil);
  if (at > context.currentTime + 1) return;
  for (const cue of cues) {
    RECIPES[cue].make({ context, out: volume, at });
    at += RECIPES[cue].seconds;
  }
  busyUntil = at;
}
