import { failureSentence } from '@minga/contract/failure-sentences';

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
