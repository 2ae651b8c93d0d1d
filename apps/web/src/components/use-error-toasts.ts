import { useCallback, useRef } from 'react';
import { dismissToast, toastError } from '../lib/toasts.ts';

/** A form's error toasts. Its next success dismisses them, so that the two do not contradict each other. */
export function useErrorToasts() {
  const ids = useRef<number[]>([]);
  const showError = useCallback((text: string) => void ids.current.push(toastError(text)), []);
  const dismissErrors = useCallback(() => {
    for (const id of ids.current.splice(0)) dismissToast(id);
  }, []);
  return { showError, dismissErrors };
}
