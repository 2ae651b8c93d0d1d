import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { noteBroughtBack } from './brought-back.ts';
import * as stored from './kept-answers.ts';

interface Person {
  readonly _id: string;
}

/** Where answers are kept: of this browser, unless said otherwise. */
export type Answers = Pick<
  typeof stored,
  'storeAnswers' | 'keptAnswer' | 'forgetAnswers' | 'forgetOldAnswers'
>;

/** Both fail where the browser keeps nothing. */
export interface AnswerKeeper {
  /** Writes down what is known of this query now, once it is known whom it was told. */
  keep(query: Query): Promise<void>;
  /** What was kept stands for an answer: the query goes on asking, and its `dataUpdatedAt` says how old it is. */
  bringBack(query: Query): Promise<void>;
}

/**
 * Keeps answers for whoever the query `sessionKey` says is signed in (null: nobody). As soon as it says another, all that
 * was kept is forgotten; it is one answer of those that are kept, and says whose they are when it cannot be asked.
 */
export function createAnswerKeeper(
  queryClient: QueryClient,
  sessionKey: QueryKey,
  answers: Answers = stored,
): AnswerKeeper {
  const sessionName = hashKey(sessionKey);
  const unowned = new Set<Query>();
  /** Of when the answers are that lie in the store already. */
  let writtenAt = new WeakMap<Query, number>();
  let ready: Promise<void> | undefined;
  /** Whose answers are kept. */
  let keptFor: string | null | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  /** Undefined while nobody knows. */
  const owner = (): string | null | undefined => {
    const person = queryClient.getQueryData<Person | null>(sessionKey);
    return person === undefined ? undefined : (person?._id ?? null);
  };

  async function look(): Promise<void> {
    keptFor = (await answers.keptAnswer(sessionName))?.owner;
    await answers.forgetOldAnswers();
  }

  async function write(query: Query): Promise<void> {
    ready ??= look();
    await ready;
    if (owner() === undefined) return void unowned.add(query);
    // They may sign out, or in as somebody else, while the store is being emptied.
    for (let next = owner(); next !== keptFor; next = owner()) {
      await answers.forgetAnswers();
      writtenAt = new WeakMap();
      keptFor = next;
    }
    const own = [query, ...unowned];
    unowned.clear();
    await Promise.all(own.map(note));
  }

  async function note(query: Query): Promise<void> {
    const { data, dataUpdatedAt: at } = query.state;
    // Of another session it is undefined by now.
    if (data === undefined || keptFor === undefined || writtenAt.get(query) === at) return;
    const kept = { owner: keptFor, at };
    const parts = query.meta?.parts?.(data) ?? [];
    await answers.storeAnswers([
      ...parts.map(part => [hashKey(part.queryKey), { ...kept, data: part.data }] as const),
      [query.queryHash, { ...kept, data: beginningOf(data) }],
    ]);
    writtenAt.set(query, at);
  }

  async function bringBack(query: Query): Promise<void> {
    if (query.state.data !== undefined) return;
    const kept = await answers.keptAnswer(query.queryHash);
    const known = owner();
    const whose = known === undefined ? (await answers.keptAnswer(sessionName))?.owner : known;
    if (kept === undefined || kept.owner !== whose || query.state.data !== undefined) return;
    writtenAt.set(query, kept.at);
    noteBroughtBack(query, kept.at);
    const { error } = query.state;
    queryClient.setQueryData(query.queryKey, kept.data, { updatedAt: kept.at });
    // Having failed, it is asked again and again; given an answer, it would not be.
    if (error !== null) query.setState({ error, status: 'error' });
  }

  return {
    bringBack,
    keep(query) {
      // One after the other: nothing is written between the end of a session and the emptying of the store.
      const written = turn.then(() => write(query));
      turn = written.catch(() => undefined);
      return written;
    },
  };
}

/** Of a list that comes page by page the first. */
function beginningOf(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data && 'pageParams' in data)) return data;
  const { pages, pageParams } = data as { pages: unknown[]; pageParams: unknown[] };
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
}
