import { failureSentence } from '@minga/contract/failure-sentences';
import pg from 'pg';
import { failureCodes, knownFailure } from '../log.ts';

/** Minga cannot start. The message is one Spanish sentence for the person who starts it, and says what to do. */
export class StartProblem extends Error {}

const OUT_OF_SPACE = new Set(['ENOSPC', 'EDQUOT']);

/** Translates a file system error under `folder`; returns any other error unchanged. */
export function folderProblem(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return error;
  if (OUT_OF_SPACE.has(String(error.code))) return diskFull(folder);
  const why = failureSentence(String(error.code));
  return new StartProblem(
    `No se puede usar la carpeta de datos ${folder} (${error.code}): revisa que exista sitio donde crearla y que el usuario que inicia Minga pueda escribir en ella, o elige otra con DATA_DIR.${why === null ? '' : ` ${why}.`}`,
  );
}

export const diskFull = (folder: string) =>
  new StartProblem(
    `No queda espacio en el disco de ${folder}: libera espacio o elige otra carpeta con DATA_DIR.`,
  );

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
