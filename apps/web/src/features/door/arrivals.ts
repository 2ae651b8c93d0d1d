import type { CheckInItem, CheckInResult } from '@minga/contract/check-ins';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { createStore, delMany, setMany, values } from 'idb-keyval';
import { toastError } from '../../lib/toasts.ts';
import { setUnsentMark } from './unsent-mark.ts';

/** The server's outcome of an arrival. */
export interface Outcome {
  /** `refused`: the server does not take it, for the reason in `refusal`. */
  readonly result: CheckInResult | 'refused';
  readonly attendanceId: string | null;
  readonly checkedInAt: string | null;
  readonly refusal: string | null;
  /** When the response came, in milliseconds of the device's clock. */
  readonly receivedAt: number;
}

/** An arrival that was noted on this device. It stays on the device until the server's list includes it. */
export interface Arrival {
  /** The id of the account that noted it: no other account sees or sends it. */
  readonly owner: string;
  readonly taskId: string;
  readonly item: CheckInItem;
  /** Of the party; null: a code that the device's list does not have. */
  readonly name: string | null;
  /** When it was noted, in milliseconds of the device's clock: the order in which it is sent. */
  readonly notedAt: number;
  /** It was sent at least once; the server may have stored it although no response came. */
  readonly isAttempted: boolean;
  /** It is to be undone as soon as the server has answered. */
  readonly isUndone: boolean;
  /** Null: still to be sent. */
  readonly outcome: Outcome | null;
}

export const isUnsent = ({ outcome }: Arrival): boolean => outcome === null;

/** Whether a person should look at what the server answered. */
export const isToReview = ({ outcome }: Arrival): boolean =>
  outcome !== null && outcome.result !== 'checked-in';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Sent ones are needed until a newer list is stored; the door's hours end before the others expire. */
const SENT_MAX_AGE_MS = DAY_MS;
const UNSENT_MAX_AGE_MS = 30 * DAY_MS;

const store = createStore('minga-door', 'arrivals');

/** In the order in which they were noted. Rejects where the browser stores nothing. */
const readAll = async (): Promise<Arrival[]> =>
  (await values<Arrival>(store)).sort((one, other) => one.notedAt - other.notedAt);

/** The arrivals that an account noted on this device. Deletes old ones, and what the server has of other accounts'. */
export async function readArrivals(owner: string): Promise<Arrival[]> {
  const all = await readAll();
  const isOthers = (arrival: Arrival) => arrival.owner !== owner && arrival.outcome?.result === 'checked-in';
  const needless = all.filter(arrival => isOld(arrival) || isOthers(arrival));
  if (needless.length > 0) await deleteArrivals(needless);
  return all.filter(arrival => arrival.owner === owner && !needless.includes(arrival));
}

/** Resolves once the browser has stored them. */
export async function storeArrivals(arrivals: readonly Arrival[]): Promise<void> {
  await setMany(
    arrivals.map(arrival => [arrival.item.id, arrival]),
    store,
  );
  if (arrivals.some(isUnsent)) setUnsentMark(true);
  else await updateMark();
}

export async function deleteArrivals(arrivals: readonly Arrival[]): Promise<void> {
  await delMany(
    arrivals.map(({ item }) => item.id),
    store,
  );
  await updateMark();
}

const updateMark = async () => setUnsentMark((await readAll()).some(isUnsent));

function isOld({ notedAt, outcome }: Arrival): boolean {
  const maxAge = outcome?.result === 'checked-in' ? SENT_MAX_AGE_MS : UNSENT_MAX_AGE_MS;
  // A clock that was ahead by more has been set right since.
  return Math.abs(Date.now() - notedAt) > maxAge;
}

const NOT_STORED =
  'Este navegador no guarda nada en el dispositivo: no cierres esta página hasta que todo se haya enviado.';

const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('minga.door');

/** The arrivals that the account noted on this device, in their order. */
export const arrivalsQuery = (owner: string) =>
  queryOptions({
    queryKey: ['door-arrivals', owner],
    queryFn: ({ client, queryKey }) =>
      readArrivals(owner).catch(() => client.getQueryData<Arrival[]>(queryKey) ?? []),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

export const loadedArrivals = (queryClient: QueryClient, owner: string): readonly Arrival[] =>
  queryClient.getQueryData(arrivalsQuery(owner).queryKey) ?? [];

/** Stores a new arrival on the device, and then shows it. */
export async function noteArrival(queryClient: QueryClient, arrival: Arrival): Promise<void> {
  await storeArrivals([arrival]).catch(() => toastError(NOT_STORED));
  setArrivals(queryClient, arrival.owner, arrivals => [...arrivals, arrival]);
  announce();
}

/** Changes arrivals by their ids; null removes one. Unknown ids are ignored. */
export async function changeArrivals(
  queryClient: QueryClient,
  owner: string,
  ids: ReadonlySet<string>,
  change: (arrival: Arrival) => Arrival | null,
): Promise<void> {
  const stored: Arrival[] = [];
  const deleted: Arrival[] = [];
  setArrivals(queryClient, owner, arrivals =>
    arrivals.flatMap(arrival => {
      if (!ids.has(arrival.item.id)) return arrival;
      const changed = change(arrival);
      if (changed === null) deleted.push(arrival);
      else stored.push(changed);
      return changed ?? [];
    }),
  );
  // Without storage they are in memory only, as was said when they were noted.
  await Promise.all([
    stored.length > 0 && storeArrivals(stored),
    deleted.length > 0 && deleteArrivals(deleted),
  ]).catch(() => {});
  announce();
}

/** Shows what other tabs note. Returns the function that stops it. */
export function followOtherTabs(queryClient: QueryClient): () => void {
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['door-arrivals'] });
  otherTabs?.addEventListener('message', refresh);
  return () => otherTabs?.removeEventListener('message', refresh);
}

function setArrivals(
  queryClient: QueryClient,
  owner: string,
  change: (arrivals: readonly Arrival[]) => Arrival[],
) {
  const { queryKey } = arrivalsQuery(owner);
  queryClient.setQueryData(queryKey, change(queryClient.getQueryData(queryKey) ?? []));
}

const announce = () => otherTabs?.postMessage(null);
