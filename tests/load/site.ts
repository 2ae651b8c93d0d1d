import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { startProduct } from '../../scripts/product.ts';
import { type BaselineServer, startBaselineServer } from './baseline-server.ts';
import type { LoadProfile } from './load-profile.ts';
import type { Row } from './row.ts';
import { withPostgres } from './with-postgres.ts';

export type Pool = ReturnType<typeof openConnection>['pool'];

/** The built product on a database of its own, and the tools to measure it. */
export interface Site {
  readonly origin: string;
  readonly pid: number;
  readonly databaseUrl: string;
  readonly databaseFolder: string;
  readonly pool: Pool;
  readonly baseline: BaselineServer;
  readonly profile: LoadProfile;
  /** Activities in the database; null where their number is irrelevant. */
  readonly size: number | null;
}

/** A group of measurements, selectable by name on the command line. */
export interface Part {
  readonly name: string;
  run(site: Site): Promise<Row[]>;
}

/** Settings of every measured process. */
export const settingsOf = (databaseUrl: string) => ({
  RATE_LIMIT_FACTOR: '0',
  DATABASE_URL: databaseUrl,
  WEBHOOK_HOSTS: '127.0.0.1',
});

/** Starts the product on an empty database, and removes both afterwards. */
export async function withSite(profile: LoadProfile, work: (site: Site) => Promise<void>): Promise<void> {
  await withPostgres(async (databaseUrl, databaseFolder) => {
    const product = await startProduct(settingsOf(databaseUrl));
    const { pool, close } = openConnection(databaseUrl, error => console.error(error.message));
    const baseline = await startBaselineServer();
    try {
      const { url, pid } = product;
      await work({ origin: url, pid, databaseUrl, databaseFolder, pool, baseline, profile, size: null });
    } finally {
      baseline.stop();
      await close();
      await product.stop();
    }
  });
}
