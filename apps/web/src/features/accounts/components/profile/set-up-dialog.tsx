import { Modal } from '@mantine/core';
import type { TotpSetup } from '@minga/contract/totp';
import { useState } from 'react';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpForm } from './set-up-form.tsx';

interface Props {
  setup: TotpSetup;
  /** Called with whether the factor is in force. */
  onClose: (isDone: boolean) => void;
}

/** The QR code and the first code, then the recovery codes, which only their own button closes. */
export function SetUpDialog({ setup, onClose }: Props) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const isOver = codes !== null;
  return (
    <Modal
      opened
      onClose={() => onClose(false)}
      title={isOver ? 'Guarda tus códigos de recuperación' : 'Activar la aplicación de códigos'}
      closeOnClickOutside={false}
      closeOnEscape={!isOver}
      withCloseButton={!isOver}
    >
      {isOver ? (
        <RecoveryCodes codes={codes} onSaved={() => onClose(true)} />
      ) : (
        <SetUpForm setup={setup} onCodes={setCodes} onCancel={() => onClose(false)} />
      )}
    </Modal>
  );
}
