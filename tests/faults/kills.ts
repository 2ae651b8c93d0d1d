import { setTimeout as wait } from 'node:timers/promises';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { freePort } from '../../apps/api/src/platform/database/embedded-server.ts';
import { addOwners } from '../load/owners.ts';
import { percentile } from '../load/percentile.ts';
import { ageHeartbeats, findEmailViolations, readStoredRecords, waitUntilIdle } from './database-checks.ts';
import { createLedger } from './ledger.ts';
import { embeddedUrl } from './postgres.ts';
import { request } from './request.ts';
import { killDatabase, type MingaProcess, type Sandbox, withSandbox } from './sandbox.ts';
import { type Findings, type Scenario, seconds } from './scenario.ts';
import { sweepAndCheckPictures } from './sweep-and-check-pictures.ts';
import { startWriters } from './writers.ts';

const WRITERS = 4;
const READY_LIMIT_MS = 10_000;
const POLL_MS = 20;
/** Randomised, so that each kill hits another point of the writers' work. */
const KILL_DELAY_MS = { least: 300, most: 1_500 };

export const kills: Scenario = {
  name: 'kills',
  fault: 'SIGKILL of the API and of the embedded database, alternately, during writes of every kind',
  run: length => withSandbox(sandbox => killDuringWrites(sandbox, length === 'short' ? 6 : 100)),
};

/**
 * pg-boss hands a killed process's job to another one when its heartbeat has expired. In `shared` mode, which runs next to
 * other tests, the heartbeats are aged instead of waited for, and the recovery time is not checked.
 */
export async function killDuringWrites(
  sandbox: Sandbox,
  killCount: number,
  mode: 'alone' | 'shared' = 'alone',
): Promise<Findings> {
  const settings = { PORT: String(await freePort()) };
  let minga = await sandbox.start(settings);
  const connection = openConnection(await embeddedUrl(sandbox.folder), () => undefined);
  try {
    const owners = await addOwners(connection.pool, WRITERS);
    const ledger = createLedger();
    const writers = await startWriters({ address: minga.address, owners, ledger });
    const recoveryTimes: Record<'API' | 'database', number[]> = { API: [], database: [] };
    const exits: string[] = [];
    for (let index = 0; index < killCount; index += 1) {
      await wait(KILL_DELAY_MS.least + Math.random() * (KILL_DELAY_MS.most - KILL_DELAY_MS.least));
      const killedAt = performance.now();
      if (index % 2 === 0) {
        await minga.kill('SIGKILL');
        minga = await sandbox.start(settings);
      } else {
        await killDatabase(sandbox.folder);
        const exit = minga.exitReason();
        if (exit !== null) exits.push(`the API exited (${exit}) when the database was killed`);
      }
      await waitUntilReady(minga);
      recoveryTimes[index % 2 === 0 ? 'API' : 'database'].push(performance.now() - killedAt);
    }
    await wait(KILL_DELAY_MS.most);
    await writers.stop();
    if (mode === 'shared') await ageHeartbeats(connection.pool);
    const unfinished = await waitUntilIdle(connection.pool);
    const pictures = await sweepAndCheckPictures(connection, sandbox.folder);
    const late = Object.entries(recoveryTimes).flatMap(([component, times]) =>
      times.filter(ms => ms > READY_LIMIT_MS).map(ms => `${component} recovered only after ${seconds(ms)} s`),
    );
    return {
      figures: {
        kills: killCount,
        ...ledger.counts(),
        'kinds of write': ledger.kinds().join(' '),
        'API recovery s, median and worst': medianAndWorst(recoveryTimes.API),
        'database recovery s, median and worst': medianAndWorst(recoveryTimes.database),
        'pictures stored': pictures.pictures,
        'pictures swept': pictures.swept,
        statuses: [...writers.statuses].sort().join(' '),
      },
      violations: [
        ...(mode === 'alone' ? late : []),
        ...exits,
        ...ledger.compare(await readStoredRecords(connection.pool)),
        ...unfinished,
        ...(await findEmailViolations(connection.pool)),
        ...pictures.violations,
        ...[...writers.statuses]
          .filter(status => status >= 500 && status !== 503)
          .map(status => `returned ${status}`),
      ],
    };
  } finally {
    await connection.close();
  }
}

const medianAndWorst = (times: number[]): string =>
  [0.5, 1].map(share => seconds(percentile(times, share))).join(' and ');

async function waitUntilReady({ address }: MingaProcess): Promise<void> {
  while ((await request(`${address}/readyz`)).status !== 200) await wait(POLL_MS);
}
