// How each sound is made: short and dry, out of tones and noise. Nothing is recorded, nothing is fetched.

export type Cue = "roll" | "keep" | "take" | "steal" | "fail" | "turn" | "win" | "end";

/** Where and when something sounds. */
interface Place {
  context: BaseAudioContext;
  out: AudioNode;
  at: number;
}

interface Tone {
  wave?: OscillatorType;
  from: number;
  /** The pitch that it slides to. */
  to?: number;
  seconds: number;
  loud: number;
}

function faded(place: Place, loud: number, seconds: number): GainNode {
  const gain = place.context.createGain();
  gain.gain.setValueAtTime(0, place.at);
  gain.gain.linearRampToValueAtTime(loud, place.at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0005, place.at + seconds);
  gain.connect(place.out);
  return gain;
}

function tone(place: Place, { wave = "triangle", from, to = from, seconds, loud }: Tone): void {
  const source = place.context.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(from, place.at);
  source.frequency.exponentialRampToValueAtTime(to, place.at + seconds);
  source.connect(faded(place, loud, seconds));
  source.start(place.at);
  source.stop(place.at + seconds);
}

/** Something hard that hits wood. */
function knock(place: Place, pitch: number, loud: number): void {
  const { context, at } = place;
  const length = Math.ceil(context.sampleRate * 0.04);
  const noise = context.createBuffer(1, length, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < length; n++) samples[n] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = noise;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 2.2;
  source.connect(filter).connect(faded(place, loud, 0.04));
  source.start(at);
  tone(place, { from: pitch / 5, to: pitch / 7, seconds: 0.05, loud: loud * 0.35 });
}

const later = (place: Place, seconds: number): Place => ({ ...place, at: place.at + seconds });

/** The notes of a little tune, one after the other. */
function tune(place: Place, notes: readonly number[], every: number, seconds: number, loud: number): void {
  notes.forEach((from, step) => {
    tone(later(place, step * every), { from, seconds, loud });
    tone(later(place, step * every), { wave: "sine", from: from * 2, seconds: seconds * 0.6, loud: loud * 0.3 });
  });
}

export const RECIPES: Readonly<Record<Cue, { seconds: number; make: (place: Place) => void }>> = {
  roll: {
    seconds: 0.45,
    // Dice knock faster and softer until they come to rest.
    make: (place) => [0, 0.09, 0.16, 0.22, 0.27, 0.31, 0.345, 0.375].forEach((when, hit) =>
      knock(later(place, when + Math.random() * 0.015), 1700 + Math.random() * 1300, 0.75 - hit * 0.075)),
  },
  keep: { seconds: 0.12, make: (place) => [0, 0.05].forEach((when, hit) => knock(later(place, when), 1250 - hit * 300, 0.7)) },
  take: { seconds: 0.28, make: (place) => tune(place, [659, 880], 0.09, 0.18, 0.4) },
  steal: {
    seconds: 0.34,
    make: (place) => {
      tone(place, { wave: "square", from: 260, to: 780, seconds: 0.14, loud: 0.16 });
      tune(later(place, 0.15), [988, 740], 0.08, 0.12, 0.35);
    },
  },
  fail: {
    seconds: 0.5,
    make: (place) => {
      tone(place, { from: 196, to: 185, seconds: 0.2, loud: 0.55 });
      tone(later(place, 0.2), { from: 156, to: 98, seconds: 0.3, loud: 0.6 });
    },
  },
  turn: { seconds: 0.4, make: (place) => tune(place, [880, 1175], 0.13, 0.25, 0.25) },
  win: { seconds: 0.85, make: (place) => tune(place, [523, 659, 784, 1047, 784, 1047], 0.11, 0.26, 0.4) },
  end: { seconds: 0.5, make: (place) => tune(place, [523, 392], 0.16, 0.3, 0.3) },
};
