import { CHECK_INS_MAX, checkIn, undoCheckIn } from '@minga/contract/check-ins';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { errorText } from '../../lib/error-sentences.ts';
import { ignoreNotFound } from '../../lib/ignore-not-found.ts';
import { isWithoutResponse } from '../../lib/offline/is-unreached.ts';
import { toastError } from '../../lib/toasts.ts';
import { doorQuery } from './api.ts';
import {
  type Arrival,
  arrivalsQuery,
  changeArrivals,
  followOtherTabs,
  isUnsent,
  loadedArrivals,
  type Outcome,
} from './arrivals.ts';

/** Without a response for so long, the batch is sent again later. */
const TIMEOUT_MS = 30_000;

let sending: Promise<void> | null = null;

/**
 * Sends the account's unsent arrivals in their order, in batches, and stores what the server answered. Stops at an activity whose batch
 * fails, and says why. Never rejects; a call while it runs waits for that run, which includes what was noted since.
 */
export function sendArrivals(queryClient: QueryClient, owner: string): Promise<void> {
  sending ??= sendAll(queryClient, owner).finally(() => {
    sending = null;
  });
  return sending;
}

async function sendAll(queryClient: QueryClient, owner: string): Promise<void> {
  if (!navigator.onLine) return;
  const arrivals = await queryClient.ensureQueryData(arrivalsQuery(owner));
  const taskIds = new Set(arrivals.filter(isUnsent).map(({ taskId }) => taskId));
  for (const taskId of taskIds) await sendOfActivity(queryClient, owner, taskId);
}

async function sendOfActivity(queryClient: QueryClient, owner: string, taskId: string): Promise<void> {
  let size = CHECK_INS_MAX;
  for (;;) {
    const unsent = loadedArrivals(queryClient, owner).filter(
      arrival => arrival.taskId === taskId && isUnsent(arrival),
    );
    const batch = throughFirstUndone(unsent).slice(0, size);
    if (batch.length === 0) return;
    try {
      await sendBatch(queryClient, owner, taskId, batch);
      setSendingProblem(taskId, null);
    } catch (error) {
      if (!isInvalid(error)) return handleFailure(queryClient, taskId, error);
      // One invalid arrival must not hold back the others.
      if (batch.length > 1) size = 1;
      else
        await changeArrivals(queryClient, owner, idsOf(batch), arrival => ({
          ...arrival,
          outcome: refused(error),
        }));
    }
  }
}

/** The server learns of an undone arrival before it gets those noted later: the same party may have been admitted again. */
function throughFirstUndone(arrivals: readonly Arrival[]): readonly Arrival[] {
  const first = arrivals.findIndex(({ isUndone }) => isUndone);
  return first === -1 ? arrivals : arrivals.slice(0, first + 1);
}

async function sendBatch(queryClient: QueryClient, owner: string, taskId: string, batch: readonly Arrival[]) {
  await changeArrivals(
    queryClient,
    owner,
    idsOf(batch.filter(({ isAttempted }) => !isAttempted)),
    arrival => ({ ...arrival, isAttempted: true }),
  );
  const { results } = await call(checkIn, {
    params: { taskId },
    body: { items: batch.map(({ item }) => item) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const receivedAt = Date.now();
  const outcomes = new Map(
    results.map(({ id, ...outcome }) => [id, { ...outcome, refusal: null, receivedAt }]),
  );
  const undone: Arrival[] = [];
  await changeArrivals(queryClient, owner, idsOf(batch), arrival => {
    const outcome = outcomes.get(arrival.item.id);
    if (outcome === undefined) return null;
    if (!arrival.isUndone) return { ...arrival, outcome };
    undone.push(arrival);
    return arrival;
  });
  await refetchOlderList(queryClient, taskId);
  for (const arrival of undone) {
    await undo(outcomes.get(arrival.item.id));
    await changeArrivals(queryClient, owner, idsOf([arrival]), () => null);
    await refetchOlderList(queryClient, taskId);
  }
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

const PROBLEMS: Readonly<Record<number, SendingProblem['kind']>> = {
  403: 'refused',
  404: 'refused',
  409: 'not-now',
};

function handleFailure(queryClient: QueryClient, taskId: string, error: unknown): void {
  const status = error instanceof ApiError ? error.status : 0;
  const kind = isWithoutResponse(error) ? 'away' : (PROBLEMS[status] ?? 'away');
  setSendingProblem(taskId, { kind, text: errorText(error, 'No pudimos enviar las llegadas.') });
  // The list's request gets the same response, which leads to the login.
  if (status === 401) void queryClient.invalidateQueries({ queryKey: doorQuery(taskId).queryKey });
}

const isInvalid = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'VALIDATION';

const refused = (error: ApiError): Outcome => ({
  ...{ result: 'refused', attendanceId: null, checkedInAt: null },
  refusal: error.messages.join(' '),
  receivedAt: Date.now(),
});

const idsOf = (arrivals: readonly Arrival[]): ReadonlySet<string> =>
  new Set(arrivals.map(({ item }) => item.id));

/** Why the arrivals of an activity are not sent; `away`: the server was not reached, and it is tried again. */
interface SendingProblem {
  readonly kind: 'away' | 'not-now' | 'refused';
  readonly text: string;
}

const problems = new Map<string, SendingProblem>();
type Listener = (problem: SendingProblem | null) => void;
const listeners = new Set<Listener>();

/** Null: a batch was sent. */
export function setSendingProblem(taskId: string, problem: SendingProblem | null): void {
  if (problem === null) problems.delete(taskId);
  else problems.set(taskId, problem);
  for (const listener of listeners) listener(problem);
}

/** Calls back after each batch that was sent or failed. */
export function followSending(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useSendingProblem = (taskId: string): SendingProblem | null =>
  useSyncExternalStore(followSending, () => problems.get(taskId) ?? null);

/** After the first failures in a row: most are a short gap in the network. Then every 20 s. */
const FIRST_RETRIES_MS = [2_500, 5_000, 10_000];
const RETRY_MS = 20_000;
const started = new WeakSet<QueryClient>();

/**
 * Sends what `currentOwner` noted at a door now, when the network is back, soon after a batch has failed and every 20 s while there is
 * something to send, until the page is closed. Undefined: the session has not been checked, or there is none.
 */
export function startSending(queryClient: QueryClient, currentOwner: () => string | undefined): void {
  if (started.has(queryClient)) return;
  started.add(queryClient);
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const retryAfter = (delayMs: number) => {
    clearTimeout(retry);
    retry = setTimeout(() => void send(), delayMs);
  };
  const send = async () => {
    retryAfter(RETRY_MS);
    const owner = currentOwner();
    if (owner === undefined) return;
    const arrivals = await queryClient.ensureQueryData(arrivalsQuery(owner));
    if (arrivals.some(isUnsent)) await sendArrivals(queryClient, owner);
  };
  followOtherTabs(queryClient);
  followSending(problem => {
    if (problem !== null) retryAfter(FIRST_RETRIES_MS[failures] ?? RETRY_MS);
    failures = problem === null ? 0 : failures + 1;
  });
  addEventListener('online', () => void send());
  void send();
}
