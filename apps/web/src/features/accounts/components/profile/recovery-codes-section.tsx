import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../../../components/confirm-dialog.tsx';
import { Note } from '../../../../components/note.tsx';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { Subsection } from '../../../../components/subsection.tsx';
import { useLazyDialog } from '../../../../components/use-lazy-dialog.ts';
import { useRenewRecoveryCodes } from '../../api/renew-recovery-codes.ts';
import { NewCodes } from './new-codes.tsx';
import { useAccountOutcome } from './use-account-outcome.ts';

/** The recovery codes, which any second factor has: how many are left, and new ones. */
export function RecoveryCodesSection({ left }: { left: number }) {
  const renew = useRenewRecoveryCodes();
  const dialog = useLazyDialog();
  const outcome = useAccountOutcome();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  async function confirm() {
    dialog.close();
    outcome.clear();
    try {
      setCodes((await renew.mutateAsync()).recoveryCodes);
    } catch (error) {
      outcome.showError(error, 'Error al crear los códigos');
    }
  }

  return (
    <Subsection title="Códigos de recuperación" headingRef={heading}>
      <p>{`Con uno entras si no tienes a mano tu celular o tu llave de acceso. ${codesText(left)}`}</p>
      {left <= 2 && (
        <Note tone="clay">
          {left === 0 ? 'Crea códigos nuevos hoy mismo.' : 'Crea códigos nuevos antes de que se te acaben.'}
        </Note>
      )}
      <OutcomeMessages outcome={outcome} />
      <div>
        <Button variant="default" onClick={dialog.open}>
          Crear códigos nuevos
        </Button>
      </div>
      {dialog.isMounted && (
        <ConfirmDialog
          isOpen={dialog.isOpen}
          title="¿Crear códigos nuevos?"
          confirmLabel="Crear códigos"
          color="forest"
          onConfirm={confirm}
          onCancel={dialog.close}
        >
          <p>Los códigos de recuperación que guardaste dejan de servir.</p>
        </ConfirmDialog>
      )}
      <NewCodes
        codes={codes}
        onClose={() => {
          setCodes(null);
          heading.current?.focus();
        }}
      />
    </Subsection>
  );
}

function codesText(left: number): string {
  if (left === 0) return 'No te quedan códigos de recuperación.';
  return left === 1 ? 'Te queda un código de recuperación.' : `Te quedan ${left} códigos de recuperación.`;
}
