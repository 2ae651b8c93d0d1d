import { chosenDataSaving, SAVED_DATA_META } from '@minga/contract/saved-data';

interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Undefined in browsers without the Network Information API, and on the server. */
const connection = (): Connection | undefined =>
  (globalThis.navigator as (Navigator & { readonly connection?: Connection }) | undefined)?.connection;

/** Whether the user has switched the saving of data on or off; null: neither, or in the service worker, which has no document. */
export const chosenSaving = (): boolean | null => chosenDataSaving(globalThis.document?.cookie ?? '');

/** Whether pictures, maps and fonts wait until they are asked for: as the user has chosen, or else as the browser says. */
export const isDataSaved = (): boolean => chosenSaving() ?? connection()?.saveData === true;

/** Whether the user saves data or has a line slower than 4G: then nothing is fetched ahead of its use. */
export const isDataLimited = (): boolean =>
  isDataSaved() || /^(slow-2g|2g|3g)$/.test(connection()?.effectiveType ?? '');

/** The event of the window after the user has switched (app/installed/saved-data.tsx). */
export const SAVING_SWITCHED = 'minga:saving-switched';

let isRenderedSaving = false;

/** Sets what the server renders with. */
export function setRenderedSaving(isSaved: boolean): void {
  isRenderedSaving = isSaved;
}

/** Whether the page was rendered for a user who saves data, on the server and while its HTML is hydrated. */
export const renderedSaving = (): boolean =>
  import.meta.env.SSR ? isRenderedSaving : document.querySelector(`meta[name="${SAVED_DATA_META}"]`) !== null;
