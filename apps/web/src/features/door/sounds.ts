import { safeLocalStorage } from '../../lib/storage/safe-storage.ts';
import type { ResultKind } from './model.ts';

const MUTED_KEY = 'minga.door-muted';
const VOLUME = 0.25;
/** Long enough not to click. */
const FADE_SECONDS = 0.02;

/** Frequency in hertz, start and length in seconds: rising is good, low is not. */
type Tone = readonly [frequency: number, start: number, length: number];
const TONES: Readonly<Record<ResultKind, readonly Tone[]>> = {
  admitted: [
    [660, 0, 0.09],
    [990, 0.1, 0.14],
  ],
  already: [
    [520, 0, 0.1],
    [520, 0.16, 0.1],
  ],
  'not-confirmed': [
    [440, 0, 0.14],
    [330, 0.16, 0.22],
  ],
  unknown: [[200, 0, 0.4]],
  checking: [],
  undone: [],
};

let context: AudioContext | undefined;

export const isMuted = (): boolean => safeLocalStorage.get(MUTED_KEY) === '1';

export function setMuted(muted: boolean): void {
  if (muted) safeLocalStorage.set(MUTED_KEY, '1');
  else safeLocalStorage.remove(MUTED_KEY);
}

/** Plays the sound of a result. Browsers allow it after the first press on the page. */
export function playSound(kind: ResultKind): void {
  if (isMuted() || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // A phone that was locked has suspended it.
  void context.resume();
  for (const tone of TONES[kind]) playTone(context, tone);
}

function playTone(audio: AudioContext, [frequency, start, length]: Tone): void {
  const oscillator = new OscillatorNode(audio, { frequency });
  const gain = new GainNode(audio, { gain: 0 });
  const [from, until] = [audio.currentTime + start, audio.currentTime + start + length];
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(VOLUME, from + FADE_SECONDS);
  gain.gain.setValueAtTime(VOLUME, until - FADE_SECONDS);
  gain.gain.linearRampToValueAtTime(0, until);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(from);
  oscillator.stop(until);
}
