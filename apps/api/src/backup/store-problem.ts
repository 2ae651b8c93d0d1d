import { StartProblem } from '../platform/database/start-problem.ts';

/** Why a picture could not be copied, in one sentence: `read` from the store or `written` to it. */
export function storeProblem(error: unknown, way: 'read' | 'written', key: string): StartProblem {
  const step = way === 'read' ? 'leer' : 'guardar';
  return new StartProblem(
    `No se pudo ${step} la imagen ${key} del almacén (${reason(error)}): revisa DATA_DIR o S3_URL, y vuelve a intentarlo.`,
  );
}

/** flydrive wraps what the disk or S3 say. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'sin respuesta';
  if (error.cause instanceof Error) return reason(error.cause);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.name;
}
