import { notifications } from '@mantine/notifications';

export const TOASTS_MAX = 20;
const ERROR_MS = 4000;
const SUCCESS_MS = 2000;

/** Something went wrong: 4 s, read out at once (spec 000 section 9). */
export function toastError(text: string): void {
  notifications.show({ message: text, color: 'clay', autoClose: ERROR_MS, role: 'alert', ...common });
}

/** Something went well: 2 s, read out when the reader is free. */
export function toastSuccess(text: string): void {
  notifications.show({ message: text, color: 'forest', autoClose: SUCCESS_MS, role: 'status', ...common });
}

const common = { closeButtonProps: { 'aria-label': 'Cerrar aviso' } };
