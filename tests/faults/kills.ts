import { setTimeout as wait } from 'node:timers/promises';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { freePort } from '../../apps/api/src/platform/database/embedded-server.ts';
import { addOwners } from '../load/owners.ts';
import { percentile } from '../load/percentile.ts';
import { ask } from './ask.ts';
import { sweepAndCheckPictures } from './kept-pictures.ts';
import { createLedger } from './ledger.ts';
import { killDatabase, type Minga, type Place, withPlace } from './place.ts';
import { embeddedUrl } from './postgres.ts';
import { type Findings, type Scenario, seconds } from './scenario.ts';
import { ageSignsOfLife, readStored, untilQuiet, wrongLetters } from './stored.ts';
import { startWriters } from './writers.ts';

const WRITERS = 4;
const READY_MS = 10_000;
const LOOK_MS = 20;
/** Each kill comes at another point of the writers' work. */
const BEFORE_MS = { least: 300, most: 1_500 };

export const kills: Scenario = {
  name: 'kills',
  fault: 'SIGKILL of the API and of the embedded database, by turns, during writes of every kind',
  run: length => withPlace(place => killDuringWrites(place, length === 'short' ? 6 : 100)),
};

/**
 * A job that somebody killed held is given to another when its last sign of life is 20 s old. Beside other tests that is
 * brought forward, and how long a start takes proves nothing.
 */
export async function killDuringWrites(
  place: Place,
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
    const back: Record<'API' | 'database', number[]> = { API: [], database: [] };
    const ended: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await wait(BEFORE_MS.least + Math.random() * (BEFORE_MS.most - BEFORE_MS.least));
      const killedAt = performance.now();
      if (round % 2 === 0) {
        await minga.end('SIGKILL');
        minga = await place.start(settings);
      } else {
        await killDatabase(place.folder);
        const end = minga.hasEnded();
        if (end !== null) ended.push(`the API ended (${end}) when the database was killed`);
      }
      await untilReady(minga);
      back[round % 2 === 0 ? 'API' : 'database'].push(performance.now() - killedAt);
    }
    await wait(BEFORE_MS.most);
    await writers.stop();
    if (where === 'beside other tests') await ageSignsOfLife(connection.pool);
    const undone = await untilQuiet(connection.pool);
    const pictures = await sweepAndCheckPictures(connection, place.folder);
    const late = Object.entries(back).flatMap(([who, times]) =>
      times.filter(ms => ms > READY_MS).map(ms => `${who} back after ${seconds(ms)} s`),
    );
    return {
      figures: {
        kills: rounds,
        ...ledger.counts(),
        'kinds of write': ledger.kinds().join(' '),
        'API ready again s, median and worst': medianAndWorst(back.API),
        'database ready again s, median and worst': medianAndWorst(back.database),
        'pictures kept': pictures.pictures,
        'pictures swept': pictures.swept,
        statuses: [...writers.statuses].sort().join(' '),
      },
      violations: [
        ...(where === 'alone' ? late : []),
        ...ended,
        ...ledger.compare(await readStored(connection.pool)),
        ...undone,
        ...(await wrongLetters(connection.pool)),
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

async function untilReady({ address }: Minga): Promise<void> {
  while ((await ask(`${address}/readyz`)).status !== 200) await wait(LOOK_MS);
}
