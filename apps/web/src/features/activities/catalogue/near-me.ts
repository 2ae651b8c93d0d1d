import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { HERE, type SearchFilters } from '../search.ts';

type State = 'idle' | 'locating' | 'not-permitted-yet' | Exclude<LocateResult, 'found'>;

const texts: Record<State, string> = {
  idle: '',
  locating: 'Usamos tu posición aproximada, de un kilómetro, solo para esta lista. No la guardamos.',
  'not-permitted-yet': 'Toca «Cerca» para ver otra vez lo que hay a tu alrededor.',
  denied:
    'No tenemos permiso para saber dónde estás. Puedes darlo en los ajustes de tu navegador, o buscar el nombre de tu barrio o vereda.',
  unknown: 'No pudimos saber dónde estás. Intenta de nuevo, o busca el nombre de tu barrio o vereda.',
};

export interface NearMe {
  readonly isOn: boolean;
  readonly isLocating: boolean;
  /** The address asks for the surroundings of a device whose position is not known yet. */
  readonly isMissing: boolean;
  /** Explains the state to the user; empty while there is nothing to explain. */
  readonly text: string;
  readonly press: () => Promise<void>;
}

/**
 * 'Cerca de mí': asks the device for its position when pressed, and without a press only if the address has the filter and the
 * user has permitted it before.
 */
export function useNearMe(filters: SearchFilters, onChoose: (filters: SearchFilters) => void): NearMe {
  const position = useDevicePosition();
  const [state, setState] = useState<State>('idle');
  const isWanted = filters.cerca === HERE;
  const isOn = isWanted && position !== null;
  // The filters may change while the user answers the browser's question.
  const latest = useRef(filters);
  useEffect(() => {
    latest.current = filters;
  });

  async function locate(): Promise<boolean> {
    setState('locating');
    const result = await locateDevice();
    setState(result === 'found' ? 'idle' : result);
    return result === 'found';
  }

  // Another search is not about the device's place any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the filters change.
  useEffect(() => {
    setState(shown => (shown === 'denied' || shown === 'unknown' ? 'idle' : shown));
  }, [JSON.stringify(filters)]);

  const isMissing = isWanted && position === null;
  useEffect(() => {
    if (!isMissing) return;
    let isCurrent = true;
    void isLocatingGranted().then(isGranted => {
      if (!isCurrent) return;
      if (isGranted) void locateDevice().then(result => result !== 'found' && setState(result));
      else setState('not-permitted-yet');
    });
    return () => {
      isCurrent = false;
    };
  }, [isMissing]);

  async function press(): Promise<void> {
    if (state === 'locating') return;
    if (isOn) return onChoose({ ...filters, cerca: undefined, radio: undefined });
    const isFound = await locate();
    if (isFound && latest.current.cerca !== HERE) onChoose({ ...latest.current, cerca: HERE });
  }

  const isOutdated = state === 'not-permitted-yet' && !isMissing;
  const text = isOutdated ? '' : texts[state];
  return { isOn, isLocating: state === 'locating', isMissing, text, press };
}

const TIMEOUT_MS = 15_000;
/** A position of the last minutes is as good: it is rounded to a kilometre. */
const MAXIMUM_AGE_MS = 10 * 60_000;

/** In memory only: neither the address nor a storage of the browser may have it. */
let position: string | null = null;
const listeners = new Set<() => void>();

function setPosition(found: string): void {
  position = found;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `lat,lon`, rounded to 0.01 degrees, once the device has told its position. */
export const useDevicePosition = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => position,
    () => null,
  );

export type LocateResult = 'found' | 'denied' | 'unknown';

/** Asks the device where it is; the browser asks the user unless they have permitted it. */
export const locateDevice = (): Promise<LocateResult> =>
  new Promise(resolve => {
    if (!('geolocation' in navigator)) return resolve('unknown');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setPosition(`${rounded(latitude)},${rounded(longitude)}`);
        resolve('found');
      },
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'denied' : 'unknown'),
      { timeout: TIMEOUT_MS, maximumAge: MAXIMUM_AGE_MS },
    );
  });

const rounded = (degrees: number) => Math.round(degrees * 100) / 100;

/** Whether the device may be asked without a question to the user. False in browsers that cannot tell. */
const isLocatingGranted = async (): Promise<boolean> =>
  (await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null))?.state === 'granted';
