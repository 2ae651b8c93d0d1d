import { useBlocker } from '@tanstack/react-router';
import { isReloadAhead } from '../lib/reload-ahead.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Props {
  /** Asked at the moment of leaving. */
  isUnsaved: () => boolean;
}

/** Asks before a page with unsaved changes is left; closing the window asks in the browser's own words. */
export function UnsavedChanges({ isUnsaved }: Props) {
  // Before a reload with a new version the form has kept its words.
  const enableBeforeUnload = () => !isReloadAhead() && isUnsaved();
  const blocker = useBlocker({ shouldBlockFn: isUnsaved, enableBeforeUnload, withResolver: true });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title="¿Salir sin guardar?"
      confirmLabel="Salir sin guardar"
      cancelLabel="Seguir editando"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      Lo que escribiste en este formulario se perderá.
    </ConfirmDialog>
  );
}
