import { setTimeout as wait } from 'node:timers/promises';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { addOwners } from '../load/owners.ts';
import { findEmailViolations, readStoredRecords, waitUntilIdle } from './database-checks.ts';
import { createLedger } from './ledger.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { type RequestResult, request, sendJson } from './request.ts';
import { type MingaProcess, type Sandbox, withSandbox } from './sandbox.ts';
import { type Findings, type Scenario, seconds } from './scenario.ts';
import { sweepAndCheckPictures } from './sweep-and-check-pictures.ts';
import { startWriters } from './writers.ts';

const WRITERS = 4;
const LIMIT_MS = 5_000;
const LEAD_MS = 2_000;
const POLL_MS = 200;

const outageModes = {
  stopped: { begin: 'stop', over: 'start' },
  silent: { begin: 'freeze', over: 'thaw' },
} as const;
type OutageMode = keyof typeof outageModes;

export const outage: Scenario = {
  name: 'outage',
  fault: 'an external PostgreSQL is away for a minute, stopped and then silent (SIGSTOP), during writes',
  run: length => withSandbox(place => runWithoutDatabase(place, length === 'short' ? 8_000 : 60_000)),
};

async function runWithoutDatabase(place: Sandbox, awayMs: number): Promise<Findings> {
  const postgres = await startPostgres(place.folder);
  const minga = await place.start({ DATABASE_URL: postgres.url });
  const connection = openConnection(postgres.url, () => undefined);
  try {
    const owners = await addOwners(connection.pool, WRITERS);
    const ledger = createLedger();
    const writers = await startWriters({ address: minga.address, owners, ledger });
    const trials = [];
    for (const way of Object.keys(outageModes) as OutageMode[]) {
      await wait(LEAD_MS);
      trials.push(await runOutage(way, { postgres, minga, awayMs, activityId: owners[0]?.activityId ?? '' }));
    }
    await wait(LEAD_MS);
    await writers.stop();
    const undone = await waitUntilIdle(connection.pool);
    const end = minga.exitReason();
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
        ...ledger.compare(await readStoredRecords(connection.pool)),
        ...undone,
        ...(await findEmailViolations(connection.pool)),
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
  readonly minga: MingaProcess;
  readonly awayMs: number;
  readonly activityId: string;
}

/** Asks all the time while the database is away, and then until everything is answered again. */
async function runOutage(way: OutageMode, { postgres, minga, awayMs, activityId }: Trial): Promise<Findings> {
  const { begin, over } = outageModes[way];
  await postgres[begin]();
  const end = performance.now() + awayMs;
  const answers: RequestResult[] = [];
  while (performance.now() < end) {
    answers.push(...(await requestAll(minga, activityId)));
    await wait(POLL_MS);
  }
  await postgres[over]();
  const backAt = performance.now();
  const isOver = () => performance.now() - backAt > 4 * LIMIT_MS;
  while (!isOver() && !(await requestAll(minga, activityId)).every(isSuccess)) await wait(POLL_MS);
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

const isSuccess = ({ status }: RequestResult): boolean => status === 200 || status === 201;

let visitor = 0;

/** Reading, writing and being ready, at the same time; each search is another, that none comes from memory. */
function requestAll({ address }: MingaProcess, taskId: string): Promise<RequestResult[]> {
  visitor += 1;
  const visit = { taskId, name: 'Sol', email: `sol-${visitor}@example.org` };
  return Promise.all([
    request(`${address}/readyz`),
    request(`${address}/api/tasks/search?q=palabra${visitor}`),
    sendJson('POST', `${address}/api/attendances/confirm`, visit),
  ]);
}
