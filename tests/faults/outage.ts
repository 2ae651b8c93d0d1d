import { setTimeout as wait } from 'node:timers/promises';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { addOwners } from '../load/owners.ts';
import { type Answer, ask, sendJson } from './ask.ts';
import { sweepAndCheckPictures } from './kept-pictures.ts';
import { createLedger } from './ledger.ts';
import { type Minga, type Place, withPlace } from './place.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { type Findings, type Scenario, seconds } from './scenario.ts';
import { readStored, untilQuiet, wrongLetters } from './stored.ts';
import { startWriters } from './writers.ts';

const WRITERS = 4;
const LIMIT_MS = 5_000;
const BEFORE_MS = 2_000;
const LOOK_MS = 200;

const ways = {
  stopped: { begin: 'stop', over: 'start' },
  silent: { begin: 'freeze', over: 'thaw' },
} as const;
type Way = keyof typeof ways;

export const outage: Scenario = {
  name: 'outage',
  fault: 'an external PostgreSQL is away for a minute, stopped and then silent (SIGSTOP), during writes',
  run: length => withPlace(place => goWithoutDatabase(place, length === 'short' ? 8_000 : 60_000)),
};

async function goWithoutDatabase(place: Place, awayMs: number): Promise<Findings> {
  const postgres = await startPostgres(place.folder);
  const minga = await place.start({ DATABASE_URL: postgres.url });
  const connection = openConnection(postgres.url, () => undefined);
  try {
    const owners = await addOwners(connection.pool, WRITERS);
    const ledger = createLedger();
    const writers = await startWriters({ address: minga.address, owners, ledger });
    const trials = [];
    for (const way of Object.keys(ways) as Way[]) {
      await wait(BEFORE_MS);
      trials.push(await takeAway(way, { postgres, minga, awayMs, activityId: owners[0]?.activityId ?? '' }));
    }
    await wait(BEFORE_MS);
    await writers.stop();
    const undone = await untilQuiet(connection.pool);
    const end = minga.hasEnded();
    return {
      figures: {
        'away s': awayMs / 1000,
        ...ledger.counts(),
        ...Object.assign({}, ...trials.map(({ figures }) => figures)),
        statuses: [...writers.statuses].sort().join(' '),
      },
      violations: [
        ...trials.flatMap(({ violations }) => violations),
        ...(end === null ? [] : [`the API ended: ${end}`]),
        ...ledger.compare(await readStored(connection.pool)),
        ...undone,
        ...(await wrongLetters(connection.pool)),
        ...(await sweepAndCheckPictures(connection, place.folder)).violations,
        ...[...writers.statuses]
          .filter(status => status >= 500 && status !== 503)
          .map(status => `answered ${status}`),
      ],
    };
  } finally {
    await connection.close();
  }
}

interface Trial {
  readonly postgres: Postgres;
  readonly minga: Minga;
  readonly awayMs: number;
  readonly activityId: string;
}

/** Asks all the time while the database is away, and then until everything is answered again. */
async function takeAway(way: Way, { postgres, minga, awayMs, activityId }: Trial): Promise<Findings> {
  const { begin, over } = ways[way];
  await postgres[begin]();
  const end = performance.now() + awayMs;
  const answers: Answer[] = [];
  while (performance.now() < end) {
    answers.push(...(await askAll(minga, activityId)));
    await wait(LOOK_MS);
  }
  await postgres[over]();
  const backAt = performance.now();
  const isOver = () => performance.now() - backAt > 4 * LIMIT_MS;
  while (!isOver() && !(await askAll(minga, activityId)).every(isGood)) await wait(LOOK_MS);
  const backMs = performance.now() - backAt;
  const slowestMs = Math.max(...answers.map(({ ms }) => ms));
  const statuses = new Set(answers.map(({ status }) => status));
  return {
    figures: { [`${way}: slowest 503 s`]: seconds(slowestMs), [`${way}: back after s`]: seconds(backMs) },
    violations: [
      ...(slowestMs > LIMIT_MS ? [`${way}: an answer took ${seconds(slowestMs)} s`] : []),
      ...(backMs > LIMIT_MS ? [`${way}: back only after ${seconds(backMs)} s`] : []),
      ...[...statuses]
        .filter(status => status !== 503)
        .map(status => `${way}: answered ${status || 'nothing'}`),
    ],
  };
}

const isGood = ({ status }: Answer): boolean => status === 200 || status === 201;

let visitor = 0;

/** Reading, writing and being ready, at the same time; each search is another, that none comes from memory. */
function askAll({ address }: Minga, taskId: string): Promise<Answer[]> {
  visitor += 1;
  const visit = { taskId, name: 'Sol', email: `sol-${visitor}@example.org` };
  return Promise.all([
    ask(`${address}/readyz`),
    ask(`${address}/api/tasks/search?q=palabra${visitor}`),
    sendJson('POST', `${address}/api/attendances/confirm`, visit),
  ]);
}
