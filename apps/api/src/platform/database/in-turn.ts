import { isDatabaseAway } from './violations.ts';

interface Waiting {
  readonly begin: () => void;
  readonly giveUp: (error: unknown) => void;
}

/**
 * For what is costly to ask: `atOnce` of those who do are served, the others wait for their turn, first come first served,
 * so that they neither hold each other up nor take all connections from everybody else. When the database goes away,
 * nobody waits any more.
 */
export function inTurn(atOnce: number): <Outcome>(ask: () => Promise<Outcome>) => Promise<Outcome> {
  const waiting: Waiting[] = [];
  let served = 0;
  return async ask => {
    if (served < atOnce) served += 1;
    else await new Promise<void>((begin, giveUp) => waiting.push({ begin, giveUp }));
    try {
      return await ask();
    } catch (error) {
      if (isDatabaseAway(error)) for (const { giveUp } of waiting.splice(0)) giveUp(error);
      throw error;
    } finally {
      // The turn is handed on: who asks at this very moment does not come before who has waited.
      const next = waiting.shift();
      if (next === undefined) served -= 1;
      else next.begin();
    }
  };
}
