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
  stopped: { start: 'stop', end: 'start' },
  frozen: { start: 'freeze', end: 'thaw' },
} as const;
type OutageMode = keyof typeof outageModes;

export const outage: Scenario = {
  name: 'outage',
  fault: 'external PostgreSQL stopped for a minute, then frozen (SIGSTOP) for a minute, during writes',
  run: length => withSandbox(sandbox => runWithoutDatabase(sandbox, length === 'short' ? 8_000 : 60_000)),
};

async function runWithoutDatabase(sandbox: Sandbox, outageMs: number): Promise<Findings> {
  const postgres = await startPostgres(sandbox.folder);
  const minga = await sandbox.start({ DATABASE_URL: postgres.url });
  const connection = openConnection(postgres.url, () => undefined);
  try {
    const owners = await addOwners(connection.pool, WRITERS);
    const ledger = createLedger();
    const writers = await startWriters({ address: minga.address, owners, ledger });
    const results = [];
    for (const mode of Object.keys(outageModes) as OutageMode[]) {
      await wait(LEAD_MS);
      results.push(
        await runOutage(mode, { postgres, minga, outageMs, activityId: owners[0]?.activityId ?? '' }),
      );
    }
    await wait(LEAD_MS);
    await writers.stop();
    const unfinished = await waitUntilIdle(connection.pool);
    const exit = minga.exitReason();
    return {
      figures: {
        'outage s': outageMs / 1000,
        ...ledger.counts(),
        ...Object.assign({}, ...results.map(({ figures }) => figures)),
        statuses: [...writers.statuses].sort().join(' '),
      },
      violations: [
        ...results.flatMap(({ violations }) => violations),
        ...(exit === null ? [] : [`the API exited: ${exit}`]),
        ...ledger.compare(await readStoredRecords(connection.pool)),
        ...unfinished,
        ...(await findEmailViolations(connection.pool)),
        ...(await sweepAndCheckPictures(connection, sandbox.folder)).violations,
        ...[...writers.statuses]
          .filter(status => status >= 500 && status !== 503)
          .map(status => `returned ${status}`),
      ],
    };
  } finally {
    await connection.close();
  }
}

interface OutageParts {
  readonly postgres: Postgres;
  readonly minga: MingaProcess;
  readonly outageMs: number;
  readonly activityId: string;
}

/** Sends requests throughout the outage, and then until all of them succeed again. */
async function runOutage(
  mode: OutageMode,
  { postgres, minga, outageMs, activityId }: OutageParts,
): Promise<Findings> {
  const { start, end } = outageModes[mode];
  await postgres[start]();
  const deadline = performance.now() + outageMs;
  const results: RequestResult[] = [];
  while (performance.now() < deadline) {
    results.push(...(await requestAll(minga, activityId)));
    await wait(POLL_MS);
  }
  await postgres[end]();
  const restoredAt = performance.now();
  const isTimedOut = () => performance.now() - restoredAt > 4 * LIMIT_MS;
  while (!isTimedOut() && !(await requestAll(minga, activityId)).every(isSuccess)) await wait(POLL_MS);
  const recoveryMs = performance.now() - restoredAt;
  const slowestMs = Math.max(...results.map(({ ms }) => ms));
  const statuses = new Set(results.map(({ status }) => status));
  return {
    figures: { [`${mode}: slowest 503 s`]: seconds(slowestMs), [`${mode}: recovery s`]: seconds(recoveryMs) },
    violations: [
      ...(slowestMs > LIMIT_MS ? [`${mode}: a response took ${seconds(slowestMs)} s`] : []),
      ...(recoveryMs > LIMIT_MS ? [`${mode}: recovered only after ${seconds(recoveryMs)} s`] : []),
      ...[...statuses]
        .filter(status => status !== 503)
        .map(status => `${mode}: ${status === 0 ? 'no response' : `returned ${status}`}`),
    ],
  };
}

const isSuccess = ({ status }: RequestResult): boolean => status === 200 || status === 201;

let visitor = 0;

/** Concurrently requests readiness, a search and a confirmation; a new search term each time bypasses the response cache. */
function requestAll({ address }: MingaProcess, taskId: string): Promise<RequestResult[]> {
  visitor += 1;
  const visit = { taskId, name: 'Sol', email: `sol-${visitor}@example.org` };
  return Promise.all([
    request(`${address}/readyz`),
    request(`${address}/api/tasks/search?q=palabra${visitor}`),
    sendJson('POST', `${address}/api/attendances/confirm`, visit),
  ]);
}
