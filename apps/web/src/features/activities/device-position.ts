import { useSyncExternalStore } from 'react';

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
export const isLocatingGranted = async (): Promise<boolean> =>
  (await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null))?.state === 'granted';
