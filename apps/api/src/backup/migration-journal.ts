import type pg from 'pg';
import { knownMigrations } from '../platform/database/earlier-schema.ts';
import { StartProblem } from '../platform/database/start-problem.ts';

/** Timestamps of the applied migrations, oldest first. Throws a StartProblem if the database is not Minga's. */
export async function appliedMigrations(client: pg.Client): Promise<number[]> {
  const { rows: found } = await client.query<{ journal: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations') as journal`,
  );
  if (found[0]?.journal == null) {
    throw new StartProblem(
      'La base de datos está vacía: no hay nada que copiar. Revisa que la orden use los mismos ajustes que Minga.',
    );
  }
  const { rows } = await client.query<{ created_at: string }>(
    'select created_at from drizzle.__drizzle_migrations order by created_at',
  );
  return rows.map(row => Number(row.created_at));
}

/** Throws a StartProblem if `subject` ('La copia', 'La base de datos') is of a newer version of Minga. */
export function checkKnown(migrations: readonly number[], subject: string): void {
  const known = knownMigrations().map(({ folderMillis }) => folderMillis);
  if (migrations.length > 0 && migrations.every((moment, index) => moment === known[index])) return;
  throw new StartProblem(`${subject} es de una versión más nueva de Minga: actualiza el programa.`);
}
