import { Modal } from '@mantine/core';
import { RecoveryCodes } from './recovery-codes.tsx';

interface Props {
  codes: readonly string[];
  onClose: () => void;
}

/** New recovery codes, which only their own button closes. */
export const NewCodesDialog = ({ codes, onClose }: Props) => (
  <Modal
    opened
    onClose={onClose}
    title="Guarda tus códigos de recuperación"
    closeOnClickOutside={false}
    closeOnEscape={false}
    withCloseButton={false}
  >
    <RecoveryCodes codes={codes} onSaved={onClose} />
  </Modal>
);
