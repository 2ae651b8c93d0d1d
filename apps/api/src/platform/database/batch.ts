import { isDatabaseUnavailable } from './database-errors.ts';

/** One waits for its commit while the next is being made. */
const ROUNDS = 2;
const AT_ONCE_MAX = 50;

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets those who ask at the same time be served by one transaction, since most of what a transaction costs is the same
 * for one and for fifty: who asks is served at once, or, while two rounds are under way, together with all who come until
 * the next. `serve` answers each, in their order, in a transaction of its own. Where one of them breaks it, each is
 * served alone, so that nobody fails for another.
 */
export function batch<Item, Outcome>(
  serve: (items: readonly Item[]) => Promise<readonly Outcome[]>,
): (item: Item) => Promise<Outcome> {
  const waiting: Waiting<Item, Outcome>[] = [];
  let rounds = 0;

  function serveNext(): void {
    if (rounds === ROUNDS || waiting.length === 0) return;
    rounds += 1;
    void serveAll(waiting.splice(0, AT_ONCE_MAX)).finally(() => {
      rounds -= 1;
      serveNext();
    });
  }

  async function serveAll(asked: readonly Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await serve(asked.map(({ item }) => item));
      for (const [index, outcome] of outcomes.entries()) asked[index]?.resolve(outcome);
    } catch (error) {
      if (asked.length > 1 && !isDatabaseUnavailable(error)) {
        await Promise.all(asked.map(one => serveAll([one])));
        return;
      }
      // A database that went away may have committed: nobody asks it again. Nor does it answer those who wait.
      const told = isDatabaseUnavailable(error) ? [...asked, ...waiting.splice(0)] : asked;
      for (const { reject } of told) reject(error);
    }
  }

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // Not before all who came in the same moment are here.
      setImmediate(serveNext);
    });
}
