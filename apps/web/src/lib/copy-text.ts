import { toastError, toastSuccess } from './toasts.ts';

/** Copies a text; a toast shows whether it worked. */
export async function copyText(text: string, success: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toastSuccess(success);
  } catch {
    toastError('No pudimos copiarlo. Selecciónalo y cópialo a mano.');
  }
}
