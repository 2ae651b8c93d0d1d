import { createDatabase } from '../../apps/api/test/create-database.ts';
import { type Product, startProduct } from '../../scripts/product.ts';

/**
 * Starts the built product on an empty database of the run's server (database-setup.ts), which is ready sooner than an embedded
 * one; outside of a run, on its embedded one.
 */
export async function startTestProduct(settings: Record<string, string> = {}): Promise<Product> {
  const { TEMPLATE_URL } = process.env;
  const database = TEMPLATE_URL === undefined ? {} : { DATABASE_URL: await createDatabase(TEMPLATE_URL) };
  return startProduct({ ...database, ...settings });
}
