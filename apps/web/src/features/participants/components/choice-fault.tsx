import { useEffect } from 'react';
import { FaultPanel } from '../../../components/fault-panel.tsx';
import { toastError } from '../../../lib/toasts.ts';

interface Props {
  error: Error;
  retry: () => void;
}

/** The own activities did not come; each try that fails says so (spec 001 section 8). */
export function ChoiceFault({ error, retry }: Props) {
  useEffect(() => {
    toastError('Error al cargar las actividades');
  }, []);
  return <FaultPanel error={error} retry={retry} />;
}
