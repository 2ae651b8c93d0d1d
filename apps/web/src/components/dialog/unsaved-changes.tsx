import { useBlocker } from '@tanstack/react-router';
import { isReloadPending } from '../../lib/server/pending-reload.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Props {
  /** Called when the user leaves the page. */
  isUnsaved: () => boolean;
  /** Called when the window is closed or reloaded; by default the same. */
  isLostWithWindow?: () => boolean;
  /** Called when the user leaves without saving. */
  onDiscard?: () => void;
}

/** Asks for confirmation before a page with unsaved changes is left; closing the window shows the browser's own dialog. */
export function UnsavedChanges({ isUnsaved, isLostWithWindow = isUnsaved, onDiscard }: Props) {
  // Before a reload for a new version the form has saved its values.
  const enableBeforeUnload = () => !isReloadPending() && isLostWithWindow();
  const blocker = useBlocker({ shouldBlockFn: isUnsaved, enableBeforeUnload, withResolver: true });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title="¿Salir sin guardar?"
      confirmLabel="Salir sin guardar"
      cancelLabel="Seguir editando"
      onConfirm={() => {
        onDiscard?.();
        blocker.proceed?.();
      }}
      onCancel={() => blocker.reset?.()}
    >
      Lo que escribiste en este formulario se perderá.
    </ConfirmDialog>
  );
}
