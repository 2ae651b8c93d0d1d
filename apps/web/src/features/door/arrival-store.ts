import { createStore, delMany, setMany, values } from 'idb-keyval';
import { type Arrival, isUnsent } from './arrival.ts';
import { setUnsentMark } from './unsent-mark.ts';

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
