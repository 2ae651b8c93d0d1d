import { StartProblem } from '../platform/database/start-problem.ts';

/** The error for an image that could not be `read` from the store or `written` to it. */
export function storeProblem(error: unknown, operation: 'read' | 'written', key: string): StartProblem {
  const step = operation === 'read' ? 'leer' : 'guardar';
  return new StartProblem(
    `No se pudo ${step} la imagen ${key} del almacén (${reason(error)}): revisa DATA_DIR o S3_URL, y vuelve a intentarlo.`,
  );
}

/** Unwraps flydrive's error: the code of the disk or of S3. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'sin respuesta';
  if (error.cause instanceof Error) return reason(error.cause);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.name;
}
