import { Modal } from '@mantine/core';
import type { NewReport } from '@minga/contract/reports';
import { useState } from 'react';
import { dialogTitles } from '../report-texts.ts';
import { ReportForm } from './report-form.tsx';
import { ReportThanks } from './report-thanks.tsx';

interface Props {
  readonly target: NewReport['target'];
  readonly isSignedIn: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Reports content: first the form, then what happens next. */
export function ReportDialog({ target, isSignedIn, isOpen, onClose }: Props) {
  const [isSent, setSent] = useState(false);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      closeOnClickOutside={isSent}
      title={isSent ? 'Gracias por avisar' : dialogTitles[target.type]}
    >
      {isSent ? (
        <ReportThanks isSignedIn={isSignedIn} onClose={onClose} />
      ) : (
        <ReportForm target={target} onSent={() => setSent(true)} onCancel={onClose} />
      )}
    </Modal>
  );
}
