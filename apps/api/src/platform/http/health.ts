import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connection.ts';

/** `/healthz`: the process runs, and which version. `/readyz`: the database responds too, else 503 by the error handler. */
export function healthRoutes(
  app: FastifyInstance,
  db: Database,
  version: { readonly version: string; readonly commit: string | null },
): void {
  const options = { schema: { hide: true } } as const;
  app.get('/healthz', options, async () => ({ status: 'ok', ...version }));
  app.get('/readyz', options, async () => {
    await db.execute(sql`select 1`);
    return { status: 'ok' };
  });
}
