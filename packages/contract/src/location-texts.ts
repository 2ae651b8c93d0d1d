import type { LocationDetails } from './location.ts';

export type LocationText = Exclude<keyof LocationDetails, 'location'>;

export const locationLabels: Readonly<Record<LocationText, string>> = { directions: 'Cómo llegar' };

/** The texts about a location with their labels, without those that are empty or null. */
export const locationRows = (texts: Readonly<Record<LocationText, string | null>>) =>
  Object.entries(locationLabels).flatMap(([name, label]) => {
    const value = texts[name as LocationText];
    return value ? [{ label, value }] : [];
  });
