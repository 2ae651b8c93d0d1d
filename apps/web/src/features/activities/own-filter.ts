import { SLUG_MAX } from '@minga/contract/activities';
import { urlText } from '../../lib/url-text.ts';

/** Selects among the activities that the user manages; all of them by default. */
export interface OwnFilter {
  /** Only those that the user published. */
  readonly isOwn?: boolean;
  /** The slug of a collective: only its activities. */
  readonly collective?: string | undefined;
}

/** The search parameters of /tasks. Every key is set, if only to undefined: the router keeps the URL's value of a missing key. */
export interface OwnSearch {
  ver?: 'mias' | undefined;
  colectivo?: string | undefined;
}

export function ownSearch({ ver, colectivo }: Record<string, unknown>): OwnSearch {
  if (ver === 'mias') return { ver, colectivo: undefined };
  return { ver: undefined, colectivo: urlText(colectivo, SLUG_MAX) };
}

export const ownFilter = ({ ver, colectivo }: OwnSearch): OwnFilter =>
  ver === 'mias' ? { isOwn: true } : { collective: colectivo };

export const isFiltered = ({ isOwn = false, collective }: OwnFilter): boolean =>
  isOwn || collective !== undefined;
