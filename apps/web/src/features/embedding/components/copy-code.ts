import { toastError, toastSuccess } from '../../../lib/toasts.ts';

/** Copies the code, or says how to do it by hand. */
export async function copyCode(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
    toastSuccess('Código copiado');
  } catch {
    toastError('No pudimos copiar el código. Toca el recuadro y cópialo de ahí.');
  }
}
