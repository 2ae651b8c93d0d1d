import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import {
  changeStored,
  type Entry,
  idOf,
  openChannel,
  readStored,
  writeMarks,
  writeStored,
} from './outbox-store.ts';

export type Batch<E> = readonly [E, ...E[]];

/** How entries of one kind are sent, and what the server's answers mean (docs/decisions/0085-one-outbox.md). */
export interface Kind<E extends Entry = Entry, Answer = unknown> {
  readonly name: string;
  /** Entries that the browser refuses to store are sent as long as the page is open. */
  readonly isHeldUnstored: boolean;
  readonly markPrefix: string;
  /** The mark for an entry for which every screen loads the outbox; null: none. */
  markOf(entry: E): string | null;
  /** Returns what former versions stored, in the form of today, and a function that removes it from where it was. */
  readFormer(): Promise<{ readonly entries: readonly E[]; remove(): Promise<void> | void }>;
  /** Whether the device can delete it while this account uses it. */
  isNeedless?(entry: E, owner: string | null): boolean;
  /** The entries of a lane are sent in their order; one that fails does not hold back other lanes. */
  laneOf?(entry: E): string;
  /** The first of a lane's entries that are sent in one request; without it, one. */
  batchOf?(entries: readonly E[]): readonly E[];
  /** Calls the endpoint. A second call with the same entries has no second effect. */
  send(batch: Batch<E>): Promise<Answer>;
  /** Returns the entry after the answer; null: nothing is left to be seen of it. */
  settle(entry: E, answer: Answer): E | null;
  /** The text of an error that sending again would not change; null: the batch is sent again later. */
  refusal(error: unknown): string | null;
  refuse(entry: E, text: string): E;
  /** Takes over an answer once its entries are settled; `left` are those of which something is left. May reject like `send`. */
  refresh(
    queryClient: QueryClient,
    batch: Batch<E>,
    answer: Answer,
    left: readonly E[],
  ): Promise<void> | void;
  /** Takes over a refusal. */
  refreshRefused?(queryClient: QueryClient, entry: E): void;
  /** Called when the batch of this entry is to be sent again later. */
  failed?(queryClient: QueryClient, entry: E, error: unknown): void;
}

export const isPending = ({ outcome }: Entry): boolean => outcome === null;

/** All entries of this browser that this page knows, in their order. */
let known: readonly Entry[] = [];
/** The entries that the browser refused to write, by id; null: one that it refused to delete. They last until the page is closed. */
const unstored = new Map<string, Entry | null>();
const opened = new Set<Kind>();
/** By lane, why the last batch was not sent. */
const problems = new Map<string, unknown>();
const listeners = new Set<() => void>();
const otherTabs = openChannel();
let turn: Promise<unknown> = Promise.resolve();
otherTabs?.addEventListener('message', () => void inTurn(refresh));

/** Runs tasks one after the other: none reads the storage before another's write is published. */
function inTurn<T>(task: () => Promise<T>): Promise<T> {
  const done = turn.then(task);
  turn = done.catch(() => undefined);
  return done;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function publish(entries: readonly Entry[]): void {
  known = entries.toSorted((one, other) => one.at - other.at);
  for (const kind of opened) {
    const own = known.filter(entry => entry.kind === kind.name);
    writeMarks(kind.markPrefix, new Set(own.flatMap(entry => kind.markOf(entry) ?? [])));
    const lanes = new Set(own.filter(isPending).map(entry => laneOf(kind, entry)));
    for (const lane of problems.keys())
      if (lane.startsWith(`${kind.name}:`) && !lanes.has(lane)) problems.delete(lane);
  }
  for (const listener of listeners) listener();
}

const laneOf = <E extends Entry>(kind: Kind<E>, entry: E): string =>
  `${kind.name}:${kind.laneOf?.(entry) ?? ''}`;

async function refresh(): Promise<void> {
  const stored = await readStored().catch(() => known);
  const held = [...unstored.values()].filter(entry => entry !== null);
  publish([...stored.filter(entry => !unstored.has(idOf(entry))), ...held]);
}

/** Before the first use of a kind, moves here what former versions stored. */
async function open(kind: Kind): Promise<void> {
  if (opened.has(kind)) return;
  opened.add(kind);
  await carryOver(kind).catch(() => undefined);
  await refresh();
}

async function carryOver(kind: Kind): Promise<void> {
  const former = await kind.readFormer();
  if (former.entries.length === 0) return;
  try {
    // A page that was closed between writing and removing had moved them already, and another may have sent them since.
    const moved = new Set((await readStored()).map(idOf));
    await writeStored(former.entries.filter(entry => !moved.has(idOf(entry))));
  } catch {
    for (const entry of former.entries) unstored.set(idOf(entry), entry);
    return;
  }
  await former.remove();
}

/** The entries of an account that this page has read, in their order. */
export const entriesOf = <E extends Entry>(kind: Kind<E>, owner: string | null): readonly E[] =>
  ownOf(known, kind, owner);

const ownOf = <E extends Entry>(entries: readonly Entry[], kind: Kind<E>, owner: string | null) =>
  (entries as readonly E[]).filter(entry => entry.kind === kind.name && entry.owner === owner);

/** Reads the entries of an account, and deletes what the device does not need any more. */
export const readEntries = <E extends Entry>(kind: Kind<E>, owner: string | null): Promise<readonly E[]> =>
  inTurn(async () => {
    await open(kind);
    await refresh();
    const needless = (known as readonly E[]).filter(
      entry => entry.kind === kind.name && kind.isNeedless?.(entry, owner),
    );
    if (needless.length > 0) await changeNow(needless, () => null);
    return entriesOf(kind, owner);
  });

/** The entries of an account, in their order. */
export function useOutbox<E extends Entry>(kind: Kind<E>, owner: string | null): readonly E[] {
  const all = useSyncExternalStore(subscribe, currentEntries, currentEntries);
  useEffect(() => void readEntries(kind, owner), [kind, owner]);
  return useMemo(() => ownOf(all, kind, owner), [all, kind, owner]);
}

const currentEntries = () => known;

/** Resolves once the browser has stored a new entry, to whether it has. */
export const addEntry = <E extends Entry>(kind: Kind<E>, entry: E): Promise<boolean> =>
  inTurn(async () => {
    await open(kind);
    const isStored = await writeStored([entry]).then(
      () => true,
      () => false,
    );
    if (!isStored && !kind.isHeldUnstored) return false;
    if (!isStored) unstored.set(idOf(entry), entry);
    publish([...known.filter(other => idOf(other) !== idOf(entry)), entry]);
    otherTabs?.postMessage(null);
    return isStored;
  });

/** Changes entries, and returns those that are left; null deletes one. Those that another tab has deleted are ignored. */
export const changeEntries = <E extends Entry>(
  kind: Kind<E>,
  entries: readonly E[],
  change: (entry: E) => E | null,
): Promise<readonly E[]> =>
  inTurn(async () => {
    await open(kind);
    return changeNow(entries, change);
  });

async function changeNow<E extends Entry>(
  entries: readonly E[],
  change: (entry: E) => E | null,
): Promise<readonly E[]> {
  const changed = new Map<string, E | null>();
  const apply = (entry: Entry): E | null => {
    const result = change(entry as E);
    changed.set(idOf(entry), result);
    return result;
  };
  const ids = new Set(entries.map(idOf));
  const current = known.filter(entry => ids.has(idOf(entry)));
  const [held, stored] = [
    current.filter(entry => unstored.has(idOf(entry))),
    current.filter(entry => !unstored.has(idOf(entry))),
  ];
  const applyHere = (here: readonly Entry[]) => {
    for (const entry of here) unstored.set(idOf(entry), apply(entry));
  };
  if (stored.length > 0) await changeStored(stored.map(idOf), apply).catch(() => applyHere(stored));
  applyHere(held);
  publish(known.flatMap(entry => (ids.has(idOf(entry)) ? (changed.get(idOf(entry)) ?? []) : entry)));
  otherTabs?.postMessage(null);
  return [...changed.values()].filter(entry => entry !== null);
}

const sending = new Map<Kind, Promise<void>>();

/**
 * Sends an account's pending entries of a kind, and stores what the server answered. A call while it runs waits for that run, which
 * includes what was added since.
 */
export function sendEntries(queryClient: QueryClient, kind: Kind, owner: string | null): Promise<void> {
  const running = sending.get(kind);
  if (running !== undefined) return running;
  if (!navigator.onLine) return Promise.resolve();
  const started = inOneTab(kind.name, () => sendLanes(queryClient, kind, owner));
  sending.set(kind, started);
  return started;
}

/** A tab that the browser has suspended may hold the lock for longer. Sending twice has no second effect. */
const LOCK_MS = 40_000;

async function inOneTab(name: string, task: () => Promise<void>): Promise<void> {
  // Absent outside a secure context.
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return task();
  const signal = AbortSignal.timeout(LOCK_MS);
  await locks.request(`minga.outbox.${name}`, { signal }, task).catch(error => {
    if (error instanceof DOMException) return task();
    throw error;
  });
}

async function sendLanes(queryClient: QueryClient, kind: Kind, owner: string | null): Promise<void> {
  const failed = new Set<string>();
  try {
    // Another tab may have sent some of them.
    await readEntries(kind, owner);
    for (;;) {
      const next = entriesOf(kind, owner).find(entry => isPending(entry) && !failed.has(laneOf(kind, entry)));
      if (next === undefined) return;
      const lane = laneOf(kind, next);
      if (!(await sendLane(queryClient, kind, owner, lane))) failed.add(lane);
    }
  } finally {
    // In the same instant as the last look for pending ones: what is added later starts a run of its own.
    sending.delete(kind);
  }
}

/** Returns whether the whole lane was sent. */
async function sendLane(
  queryClient: QueryClient,
  kind: Kind,
  owner: string | null,
  lane: string,
): Promise<boolean> {
  let size = Number.POSITIVE_INFINITY;
  for (;;) {
    const pending = entriesOf(kind, owner).filter(entry => isPending(entry) && laneOf(kind, entry) === lane);
    if (pending.length === 0) return true;
    const next = (kind.batchOf?.(pending) ?? pending.slice(0, 1)).slice(0, size);
    const [first, ...others] = await changeEntries(kind, next, entry => ({ ...entry, isAttempted: true }));
    // Another tab has deleted them.
    if (first === undefined) continue;
    const batch = [first, ...others] as const;
    try {
      const answer = await kind.send(batch);
      const left = await changeEntries(kind, batch, entry => kind.settle(entry, answer));
      await kind.refresh(queryClient, batch, answer, left);
      report(lane, null);
    } catch (error) {
      const text = kind.refusal(error);
      if (text === null) {
        report(lane, error);
        kind.failed?.(queryClient, first, error);
        return false;
      }
      // One that the server refuses must not hold back the others.
      if (batch.length > 1) size = 1;
      else {
        await changeEntries(kind, batch, entry => kind.refuse(entry, text));
        kind.refreshRefused?.(queryClient, first);
      }
    }
  }
}

type SendingListener = (error: unknown) => void;
const sendingListeners = new Set<SendingListener>();

/** Calls back after each batch, with null if it was sent, else with the error. */
export function followSending(listener: SendingListener): () => void {
  sendingListeners.add(listener);
  return () => void sendingListeners.delete(listener);
}

function report(lane: string, error: unknown): void {
  if (error === null) problems.delete(lane);
  else problems.set(lane, error);
  for (const listener of listeners) listener();
  for (const listener of sendingListeners) listener(error);
}

/** The error for which the last batch of the entry's lane is to be sent again later; null: it was sent. */
export function useSendingError<E extends Entry>(kind: Kind<E>, lane: string): unknown {
  const current = () => problems.get(`${kind.name}:${lane}`) ?? null;
  return useSyncExternalStore(subscribe, current, current);
}

/** After the first failures in a row: most are a short gap in the network. Then every 20 s. */
const FIRST_RETRIES_MS = [2_500, 5_000, 10_000];
const RETRY_MS = 20_000;

/** The controller of the last start, which ends the one before. */
let runner: AbortController | undefined;

/** A kind whose code is loaded where the present account may have entries of it. */
interface Source {
  readonly load: () => Promise<Kind>;
  /** Undefined: the session has not been checked, or there is none that has entries. */
  readonly owner: () => string | null | undefined;
}

/**
 * Sends what the present account has to send now, when the network is back, soon after a batch has failed and every 20 s, until the
 * page is closed. Returns the function that sends at once.
 */
export function startOutbox(queryClient: QueryClient, sources: readonly Source[]): () => Promise<void> {
  runner?.abort();
  runner = new AbortController();
  const { signal } = runner;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const retryAfter = (delayMs: number) => {
    clearTimeout(retry);
    retry = setTimeout(() => void send(), delayMs);
  };
  const send = async () => {
    if (signal.aborted) return;
    retryAfter(RETRY_MS);
    await Promise.all(
      sources.map(async ({ load, owner }) => {
        const current = owner();
        if (current === undefined) return;
        // Without a network its code may be missing: it is tried again.
        const kind = await load().catch(() => null);
        if (kind === null) return;
        const entries = await readEntries(kind, current);
        if (entries.some(isPending)) await sendEntries(queryClient, kind, current);
      }),
    );
  };
  const stopFollowing = followSending(error => {
    if (error !== null) retryAfter(FIRST_RETRIES_MS[failures] ?? RETRY_MS);
    failures = error === null ? 0 : failures + 1;
  });
  signal.addEventListener('abort', stopFollowing);
  addEventListener('online', () => void send(), { signal });
  void send();
  return send;
}
