import { createStore, delMany, keys, promisifyRequest, setMany, values } from 'idb-keyval';
import { safeLocalStorage } from './storage/safe-storage.ts';

/** An action without a network that is still to be sent, or the server's answer to it; lib/outbox.ts sends it. */
export interface Entry {
  readonly kind: string;
  /** Identifies it among those of its kind, also for the server: sent twice, it has one effect. */
  readonly key: string;
  /** The account for which it is sent and shown, as its kind names accounts; null is a visitor. */
  readonly owner: string | null;
  /** When it was made, in milliseconds of the device's clock: the order in which entries are sent. */
  readonly at: number;
  /** It was sent at least once; the server may have stored it although no response came. */
  readonly isAttempted: boolean;
  /** Is null as long as it is still to be sent. */
  readonly outcome: object | null;
}

export const idOf = ({ kind, key }: Pick<Entry, 'kind' | 'key'>): string => `${kind}:${key}`;

// IndexedDB, as Chromium writes localStorage to the disk seconds later. The functions reject where the browser stores nothing.
const store = createStore('minga-outbox', 'entries');

export const readStored = (): Promise<Entry[]> => values<Entry>(store);

export const hasStored = async (): Promise<boolean> => (await keys(store)).length > 0;

/** Resolves once the browser has stored them. */
export const writeStored = (entries: readonly Entry[]): Promise<void> =>
  setMany(
    entries.map(entry => [idOf(entry), entry]),
    store,
  );

/** Changes the stored entries with these ids; null deletes one. One transaction: what another tab changes at the same time stays. */
export const changeStored = (
  ids: readonly string[],
  change: (entry: Entry) => Entry | null,
): Promise<unknown> =>
  store('readwrite', objects => {
    for (const id of ids) {
      const reading: IDBRequest<Entry | undefined> = objects.get(id);
      reading.onsuccess = () => {
        if (reading.result === undefined) return;
        const changed = change(reading.result);
        if (changed === null) objects.delete(id);
        else objects.put(changed, id);
      };
    }
    return promisifyRequest(objects.transaction);
  });

/** Announces changes to other tabs, and to other channels of this one. Null in browsers before 2022. */
export const openChannel = (): BroadcastChannel | null =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('minga.outbox');

/** Deletes the entries of a kind, of all accounts, and the items of localStorage that start with `prefix`, its marks among them. */
export async function forgetKind(kind: string, prefix: string): Promise<void> {
  for (const key of safeLocalStorage.keys()) if (key.startsWith(prefix)) safeLocalStorage.remove(key);
  const ids = await keys<string>(store);
  await delMany(
    ids.filter(id => id.startsWith(idOf({ kind, key: '' }))),
    store,
  );
  const channel = openChannel();
  channel?.postMessage(null);
  channel?.close();
}

/** Keys of localStorage that tell other screens, before they load the outbox, that it has something to send or to show. */
const MARKS = ['minga.unsent', 'minga.door-unsent'];
/** Former versions stored confirmations as JSON under keys of this form (features/attendance/unsent.ts). */
const MARKED = '1';

export const isMark = (key: string | null): boolean => MARKS.some(mark => key?.startsWith(mark));

export const hasMark = (): boolean => safeLocalStorage.keys().some(isMark);

/** Leaves exactly these of the marks that start with `prefix`. */
export function writeMarks(prefix: string, marks: ReadonlySet<string>): void {
  const written = safeLocalStorage.keys().filter(key => key.startsWith(prefix));
  for (const key of written)
    if (!marks.has(key) && safeLocalStorage.get(key) === MARKED) safeLocalStorage.remove(key);
  for (const mark of marks) {
    if (written.includes(mark) || !safeLocalStorage.set(mark, MARKED)) continue;
    // Listeners in this tab get the event that the browser sends to other tabs.
    dispatchEvent(new StorageEvent('storage', { key: mark }));
  }
}
