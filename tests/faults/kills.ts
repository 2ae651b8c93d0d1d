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
/** Each kill comes at another point of the writers' work. */
const KILL_DELAY_MS = { least: 300, most: 1_500 };

export const kills: Scenario = {
  name: 'kills',
  fault: 'SIGKILL of the API and of the embedded database, by turns, during writes of every kind',
  run: length => withSandbox(place => killDuringWrites(place, length === 'short' ? 6 : 100)),
};

/**
 * A job that somebody killed held is given to another when its last sign of life is 20 s old. Beside other tests that is
 * brought forward, and how long a start takes proves nothing.
 */
export async function killDuringWrites(
  place: Sandbox,
  rounds: number,
  where: 'alone' | 'beside other tests' = 'alone',
): Promise<Findings> {
  const settings = { PORT: String(await freePort()) };
  let minga = await place.start(settings);
  const connection = openConnection(await embeddedUrl(place.folder), () => undefined);
  try {
    const owners = await addOwners(connection.pool, WRITERS);
    const ledger = createLedger();
    const writers = await startWriters({ address: minga.address, owners, ledger });
    const recoveryTimes: Record<'API' | 'database', number[]> = { API: [], database: [] };
    const ended: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await wait(KILL_DELAY_MS.least + Math.random() * (KILL_DELAY_MS.most - KILL_DELAY_MS.least));
      const killedAt = performance.now();
      if (round % 2 === 0) {
        await minga.kill('SIGKILL');
        minga = await place.start(settings);
      } else {
        await killDatabase(place.folder);
        const end = minga.exitReason();
        if (end !== null) ended.push(`the API ended (${end}) when the database was killed`);
      }
      await waitUntilReady(minga);
      recoveryTimes[round % 2 === 0 ? 'API' : 'database'].push(performance.now() - killedAt);
    }
    await wait(KILL_DELAY_MS.most);
    await writers.stop();
    if (where === 'beside other tests') await ageHeartbeats(connection.pool);
    const unfinished = await waitUntilIdle(connection.pool);
    const pictures = await sweepAndCheckPictures(connection, place.folder);
    const late = Object.entries(recoveryTimes).flatMap(([who, times]) =>
      times.filter(ms => ms > READY_LIMIT_MS).map(ms => `${who} back after ${seconds(ms)} s`),
    );
    return {
      figures: {
        kills: rounds,
        ...ledger.counts(),
        'kinds of write': ledger.kinds().join(' '),
        'API ready again s, median and worst': medianAndWorst(recoveryTimes.API),
        'database ready again s, median and worst': medianAndWorst(recoveryTimes.database),
        'pictures kept': pictures.pictures,
        'pictures swept': pictures.swept,
        statuses: [...writers.statuses].sort().join(' '),
      },
      violations: [
        ...(where === 'alone' ? late : []),
        ...ended,
        ...ledger.compare(await readStoredRecords(connection.pool)),
        ...unfinished,
        ...(await findEmailViolations(connection.pool)),
        ...pictures.violations,
        ...[...writers.statuses]
          .filter(status => status >= 500 && status !== 503)
          .map(status => `answered ${status}`),
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
