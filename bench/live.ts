import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { openConnection } from '../apps/api/src/platform/database/connection.ts';
import { type Product, startProduct } from '../scripts/product.ts';
import { openBells } from './bells.ts';
import { withPostgres } from './database.ts';
import { addOwners, type Owner } from './owners.ts';

const PACE = { events: 1_000, atOnce: 4 };
const OWNERS = 100;
/** As many as one person may have. */
const CONNECTIONS_MOST = 20;
/** What opening and closing leave to do is not part of it. */
const SETTLE_MS = 3_000;

/**
 * From a visitor's confirmation to the owner's bell, beside the confirmation's own reply: within one process, with
 * 2,000 connections to it, and from one process to another.
 */
export async function measureLive(): Promise<void> {
  await withPostgres(async databaseUrl => {
    const settings = { RATE_LIMIT_FACTOR: '0', DATABASE_URL: databaseUrl };
    const { pool, close } = openConnection(databaseUrl, error => console.error(error.message));
    const processes: Product[] = [];
    try {
      const asked = await startProduct(settings);
      processes.push(asked);
      const owners = await addOwners(pool, OWNERS);
      const rows = [
        // First: later a process has memory to spare, and what connections take of it cannot be seen.
        await measure('one process, crowded', owners, asked, asked, CONNECTIONS_MOST),
        await measure('one process', owners, asked, asked, 1),
      ];
      const other = await startProduct(settings);
      processes.push(other);
      rows.push(await measure('from one process to another', owners, asked, other, 1));
      console.log(`Bells of ${OWNERS} owners, ${PACE.events} confirmations, ${PACE.atOnce} under way`);
      console.table(rows);
    } finally {
      await close();
      for (const product of processes) await product.stop();
    }
  });
}

/** The bell is the last of the owner's connections; memory is that of the process they are connected to. */
async function measure(
  what: string,
  owners: readonly Owner[],
  asked: Product,
  connected: Product,
  connectionsEach: number,
) {
  const before = await residentMegabytes(connected);
  const bells = await openBells(owners, connected.url, connectionsEach);
  await wait(SETTLE_MS);
  const open = await residentMegabytes(connected);
  // The first time warms it up.
  await bells.ring(asked.url, PACE);
  const times = await bells.ring(asked.url, PACE);
  const after = await residentMegabytes(connected);
  bells.close();
  await wait(SETTLE_MS);
  const connections = owners.length * connectionsEach;
  return { what, connections, ...times, 'MB before': before, 'MB connected': open, 'MB after': after };
}

async function residentMegabytes({ pid }: Product): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}
