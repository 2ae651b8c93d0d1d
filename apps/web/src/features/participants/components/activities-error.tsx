import { useEffect } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { toastError } from '../../../lib/toasts.ts';

interface Props {
  error: Error;
  retry: () => void;
}

/** Shown if the user's activities failed to load; each failed attempt shows a toast (docs/rules.md R1.2). */
export function ActivitiesError({ error, retry }: Props) {
  useEffect(() => {
    toastError('Error al cargar las actividades');
  }, []);
  return <ErrorPanel error={error} retry={retry} />;
}
