import { startProduct } from '../../scripts/product.ts';
import { timeInsertAndNotify } from './baseline-notify.ts';
import { openLiveListeners } from './live-listeners.ts';
import { addOwners, type Owner } from './owners.ts';
import { peakMemoryDuring } from './resident-memory.ts';
import { type Row, rowOf } from './row.ts';
import { type Part, type Site, settingsOf } from './site.ts';
import { waitForEmails } from './wait-for-emails.ts';

const part = 'live';
const EVENTS = 400;
const CONCURRENCY = 4;
const OWNERS = 100;
/** The limit of live connections per account. */
const MAX_CONNECTIONS = 20;

/**
 * Times from a visitor's confirmation to the last of the owner's open screens: within one process, with 2,000 screens open,
 * and from one process to another. The baseline is a loop of one INSERT with a NOTIFY until a listener receives it.
 */
export const live: Part = {
  name: part,
  async run(site) {
    const owners = await addOwners(site.pool, OWNERS);
    const baselineRate = (await timeInsertAndNotify(site, owners, CONCURRENCY)).rate;
    const rows = [
      await measure(site, 'one screen each', { owners, baselineRate }),
      await measure(site, '20 screens each', { owners, baselineRate, connectionsEach: MAX_CONNECTIONS }),
    ];
    const other = await startProduct(settingsOf(site.databaseUrl));
    try {
      const otherSite = { ...site, origin: other.url, pid: other.pid };
      const parts = { owners, baselineRate, confirmOrigin: site.origin };
      rows.push(await measure(otherSite, 'from one process to another', parts));
    } finally {
      await other.stop();
    }
    return rows;
  },
};

interface Parts {
  readonly owners: readonly Owner[];
  readonly baselineRate: number;
  readonly connectionsEach?: number;
  /** The process that receives the confirmations, if it is not the one that the screens are connected to. */
  readonly confirmOrigin?: string;
}

async function measure(
  { origin, pid, pool, profile, size }: Site,
  call: string,
  { owners, baselineRate, connectionsEach = 1, confirmOrigin = origin }: Parts,
): Promise<Row> {
  const events = EVENTS * profile.share;
  const { result, megabytes } = await peakMemoryDuring(pid, async () => {
    const listeners = await openLiveListeners(owners, origin, connectionsEach);
    try {
      // Warm-up.
      await listeners.timeNotifications(confirmOrigin, events / 4, CONCURRENCY);
      return await listeners.timeNotifications(confirmOrigin, events, CONCURRENCY);
    } finally {
      listeners.close();
    }
  });
  await waitForEmails(pool);
  return rowOf({ part, call, size, ...result, baselineRate, megabytes });
}
