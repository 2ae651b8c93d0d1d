import { startDatabaseServer } from '../../apps/api/test/database-server.ts';

/** Starts the database server of the run's products. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { templateUrl, stop } = await startDatabaseServer();
  process.env.TEMPLATE_URL = templateUrl;
  return stop;
}
