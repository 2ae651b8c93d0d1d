import {
  CHECK_INS_MAX,
  type CheckInItem,
  type CheckInOutcome,
  type CheckInResult,
  checkIn,
  undoCheckIn,
} from '@minga/contract/check-ins';
import type { QueryClient } from '@tanstack/react-query';
import { delMany, type UseStore, values } from 'idb-keyval';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { ignoreNotFound } from '../../lib/errors/ignore-not-found.ts';
import { isWithoutResponse } from '../../lib/offline/is-unreached.ts';
import { addEntry, changeEntries, isPending, type Kind } from '../../lib/outbox.ts';
import type { Entry } from '../../lib/outbox-store.ts';
import { ApiError, call } from '../../lib/server/api.ts';
import { toastError } from '../../lib/toasts.ts';
import { doorQuery } from './api.ts';

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
export interface Arrival extends Entry {
  /** The id of the account that noted it: no other account sees or sends it. */
  readonly owner: string;
  readonly taskId: string;
  readonly item: CheckInItem;
  /** Of the party; null: a code that the device's list does not have. */
  readonly name: string | null;
  /** It is to be undone as soon as the server has answered. */
  readonly isUndone: boolean;
  readonly outcome: Outcome | null;
}

/** Whether a person should look at what the server answered. */
export const isToReview = ({ outcome }: Arrival): boolean =>
  outcome !== null && outcome.result !== 'checked-in';

/** Without a response for so long, the batch is sent again later. */
const TIMEOUT_MS = 30_000;
const MARK = 'minga.door-unsent';

/** The server's outcomes, by the arrivals' keys. */
type Answer = ReadonlyMap<string, Outcome>;

/** Arrivals at doors. The server stores one that is sent twice once, by the id of its item. */
export const arrivalKind: Kind<Arrival, Answer> = {
  name: 'arrival',
  isHeldUnstored: true,
  markPrefix: MARK,
  markOf: arrival => (isPending(arrival) ? MARK : null),
  readFormer,
  isNeedless: (arrival, owner) =>
    isOld(arrival) || (arrival.owner !== owner && arrival.outcome?.result === 'checked-in'),
  laneOf: ({ taskId }) => taskId,
  batchOf: arrivals => throughFirstUndone(arrivals).slice(0, CHECK_INS_MAX),
  async send(batch) {
    const { results } = await call(checkIn, {
      params: { taskId: batch[0].taskId },
      body: { items: batch.map(({ item }) => item) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const receivedAt = Date.now();
    const outcomeOf = ({ id, ...outcome }: CheckInOutcome) =>
      [id, { ...outcome, refusal: null, receivedAt }] as const;
    return new Map(results.map(outcomeOf));
  },
  settle(arrival, answer) {
    const outcome = answer.get(arrival.key);
    if (outcome === undefined) return null;
    return arrival.isUndone ? arrival : { ...arrival, outcome };
  },
  refusal: error =>
    error instanceof ApiError && error.code === 'VALIDATION' ? error.messages.join(' ') : null,
  refuse: (arrival, refusal) => ({
    ...arrival,
    outcome: {
      result: 'refused',
      attendanceId: null,
      checkedInAt: null,
      refusal,
      receivedAt: Date.now(),
    },
  }),
  async refresh(queryClient, [{ taskId }], answer, left) {
    await refetchOlderList(queryClient, taskId);
    for (const arrival of left.filter(({ isUndone }) => isUndone)) {
      await undo(answer.get(arrival.key));
      await changeEntries(arrivalKind, [arrival], () => null);
      await refetchOlderList(queryClient, taskId);
    }
  },
  failed(queryClient, { taskId }, error) {
    // The list's request gets the same response, which leads to the login.
    if (error instanceof ApiError && error.status === 401)
      void queryClient.invalidateQueries({ queryKey: doorQuery(taskId).queryKey });
  },
};

/** The server learns of an undone arrival before it gets those noted later: the same party may have been admitted again. */
function throughFirstUndone(arrivals: readonly Arrival[]): readonly Arrival[] {
  const first = arrivals.findIndex(({ isUndone }) => isUndone);
  return first === -1 ? arrivals : arrivals.slice(0, first + 1);
}

/** A list that was requested before is requested again. Otherwise the device knows what it sent; the list comes with the next change or poll. */
async function refetchOlderList(queryClient: QueryClient, taskId: string): Promise<void> {
  const { queryKey } = doorQuery(taskId);
  if (queryClient.isFetching({ queryKey }) === 0) return;
  await queryClient.cancelQueries({ queryKey });
  void queryClient.invalidateQueries({ queryKey });
}

/**
 * Undoes what this device has admitted; what another device had admitted before stays, and an arrival whose hours were confirmed since, which
 * must not hold back the others.
 */
async function undo(outcome: Outcome | undefined): Promise<void> {
  if (outcome?.result !== 'checked-in' || outcome.attendanceId === null) return;
  try {
    await ignoreNotFound(call(undoCheckIn, { params: { id: outcome.attendanceId } }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
    toastError(errorText(error, 'No pudimos deshacer la llegada.'));
  }
}

/** Why the arrivals of an activity are not sent; `away`: the server was not reached, and it is tried again. */
export interface SendingProblem {
  readonly kind: 'away' | 'not-now' | 'refused';
  readonly text: string;
}

const PROBLEMS: Readonly<Record<number, SendingProblem['kind']>> = {
  403: 'refused',
  404: 'refused',
  409: 'not-now',
};

export function problemOf(error: unknown): SendingProblem {
  const status = error instanceof ApiError ? error.status : 0;
  const kind = isWithoutResponse(error) ? 'away' : (PROBLEMS[status] ?? 'away');
  return { kind, text: errorText(error, 'No pudimos enviar las llegadas.') };
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Sent ones are needed until a newer list is stored; the door's hours end before the others expire. */
const SENT_MAX_AGE_MS = DAY_MS;
const UNSENT_MAX_AGE_MS = 30 * DAY_MS;

function isOld({ at, outcome }: Arrival): boolean {
  const maxAge = outcome?.result === 'checked-in' ? SENT_MAX_AGE_MS : UNSENT_MAX_AGE_MS;
  // A clock that was ahead by more has been set right since.
  return Math.abs(Date.now() - at) > maxAge;
}

const NOT_STORED =
  'Este navegador no guarda nada en el dispositivo: no cierres esta página hasta que todo se haya enviado.';

/** Stores a new arrival on the device, and then shows it. */
export async function noteArrival(arrival: Arrival): Promise<void> {
  if (!(await addEntry(arrivalKind, arrival))) toastError(NOT_STORED);
}

/** Former versions stored arrivals in a database of their own, without the fields that all entries of the outbox have. */
type Former = Omit<Arrival, 'kind' | 'key' | 'at'> & { readonly notedAt: number };

async function readFormer() {
  const database = await openFormer();
  if (database === null) return { entries: [], remove: () => undefined };
  const store: UseStore = (mode, use) =>
    Promise.resolve(use(database.transaction('arrivals', mode).objectStore('arrivals')));
  const former = await values<Former>(store);
  if (former.length === 0) database.close();
  return {
    entries: former.map(
      ({ notedAt, ...arrival }): Arrival => ({
        ...arrival,
        kind: arrivalKind.name,
        key: arrival.item.id,
        at: notedAt,
      }),
    ),
    // The empty database stays: tabs of the former version may note more in it, which its deletion, once they are closed, would delete.
    async remove() {
      await delMany(
        former.map(({ item }) => item.id),
        store,
      );
      database.close();
    },
  };
}

/** Null if there is none, which opening it must not create. */
const openFormer = () =>
  new Promise<IDBDatabase | null>(resolve => {
    const opening = indexedDB.open('minga-door');
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(null);
    opening.onsuccess = () => resolve(opening.result);
  });
