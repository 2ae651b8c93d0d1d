import pg from 'pg';
import { failureCodes, knownFailure } from '../log.ts';
import { StartProblem } from './start-problem.ts';

/** Explains in one sentence, without the password, why connecting to DATABASE_URL failed. */
export function connectionProblem(error: unknown, url: string): StartProblem {
  const { hostname, port, pathname } = new URL(url);
  const place = `${hostname || 'localhost'}:${port || '5432'}`;
  const name = decodeURIComponent(pathname.slice(1));
  const code = error instanceof pg.DatabaseError ? error.code : undefined;
  if (code === '28P01' || code === '28000') {
    return new StartProblem(
      `El PostgreSQL de ${place} no acepta el usuario o la contraseña de DATABASE_URL.`,
    );
  }
  if (code === '3D000') {
    return new StartProblem(
      `En el PostgreSQL de ${place} no existe la base de datos «${name}» de DATABASE_URL: créala.`,
    );
  }
  const known = knownFailure(error);
  const why = known === null ? '' : ` ${known.sentence}.`;
  return new StartProblem(
    `No hay conexión con la base de datos de DATABASE_URL en ${place} (${known?.code ?? reason(error)}): revisa que esté en marcha y que la dirección sea correcta.${why}`,
  );
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return reason(error.errors[0]);
  return failureCodes(error)[0] ?? (error instanceof Error ? error.message : 'sin respuesta');
}
