import { startProduct } from '../../scripts/product.ts';
import { insertNotified } from './bare-notices.ts';
import { openBells } from './bells.ts';
import { addOwners, type Owner } from './owners.ts';
import { untilLettersAreSent } from './quiet.ts';
import { residentDuring } from './resident.ts';
import { type Row, rowOf } from './row.ts';
import { type Part, type Site, settingsOf } from './site.ts';

const part = 'live';
const EVENTS = 400;
const AT_ONCE = 4;
const OWNERS = 100;
/** As many as one person may have. */
const CONNECTIONS_MOST = 20;

/**
 * From a visitor's confirmation to the last of the owner's open screens: within one process, with 2,000 screens open,
 * and from one process to another. Beside it a loop of one INSERT with a NOTIFY until a listener has heard it.
 */
export const live: Part = {
  name: part,
  async run(site) {
    const owners = await addOwners(site.pool, OWNERS);
    const bareRate = (await insertNotified(site, owners, AT_ONCE)).rate;
    const rows = [
      await measure(site, 'one screen each', { owners, bareRate }),
      await measure(site, '20 screens each', { owners, bareRate, connectionsEach: CONNECTIONS_MOST }),
    ];
    const other = await startProduct(settingsOf(site.databaseUrl));
    try {
      const elsewhere = { ...site, origin: other.url, pid: other.pid };
      const parts = { owners, bareRate, askedOrigin: site.origin };
      rows.push(await measure(elsewhere, 'from one process to another', parts));
    } finally {
      await other.stop();
    }
    return rows;
  },
};

interface Parts {
  readonly owners: readonly Owner[];
  readonly bareRate: number;
  readonly connectionsEach?: number;
  /** Where confirmations are sent, when not to the process that the screens are connected to. */
  readonly askedOrigin?: string;
}

async function measure(
  { origin, pid, pool, pace, size }: Site,
  call: string,
  { owners, bareRate, connectionsEach = 1, askedOrigin = origin }: Parts,
): Promise<Row> {
  const events = EVENTS * pace.share;
  const { result, megabytes } = await residentDuring(pid, async () => {
    const bells = await openBells(owners, origin, connectionsEach);
    try {
      // The first time warms it up.
      await bells.ring(askedOrigin, events / 4, AT_ONCE);
      return await bells.ring(askedOrigin, events, AT_ONCE);
    } finally {
      bells.close();
    }
  });
  await untilLettersAreSent(pool);
  return rowOf({ part, call, size, ...result, bareRate, megabytes });
}
