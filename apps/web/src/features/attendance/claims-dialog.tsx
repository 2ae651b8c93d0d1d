import { Modal, Stack } from '@mantine/core';
import type { Claim, Need } from '@minga/contract/needs';
import { useState } from 'react';
import { DialogButtons } from '../../components/dialog/dialog-buttons.tsx';
import { DialogError } from '../../components/dialog/dialog-error.tsx';
import { errorText } from '../../lib/errors/error-sentences.ts';
import {
  type ChosenClaims,
  ClaimFields,
  claimsOf,
  isAboutClaims,
  quantitiesByNeed,
} from './claim-fields.tsx';

interface Props {
  readonly title: string;
  readonly needs: readonly Need[];
  readonly isRequired: boolean;
  /** Of the activity. */
  readonly date: string;
  /** The people of the party. */
  readonly size: number;
  /** What the party has claimed before. */
  readonly claims: readonly Claim[];
  readonly saveLabel: string;
  /** Rejects with an ApiError, whose sentence is shown in the dialog. */
  readonly onSave: (claims: Claim[]) => Promise<void>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** What a party takes on. */
export function ClaimsDialog({ isOpen, title, onClose, ...form }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <ClaimsForm {...form} onClose={onClose} />
    </Modal>
  );
}

/** Mounted only while the dialog is open, so that each opening starts with the current claims. */
function ClaimsForm({
  needs,
  isRequired,
  date,
  size,
  claims,
  saveLabel,
  onSave,
  onClose,
}: Omit<Props, 'isOpen' | 'title'>) {
  const [own] = useState(() => quantitiesByNeed(claims));
  const [chosen, setChosen] = useState<ChosenClaims>(own);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function save(): Promise<void> {
    setFailure(null);
    setIsBusy(true);
    try {
      await onSave(claimsOf(needs, chosen, size));
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setIsBusy(false);
    }
  }

  const text = failure === null ? null : errorText(failure, 'No pudimos guardar el cambio');
  const isAtChoice = text !== null && isAboutClaims(failure);
  return (
    <Stack gap="md">
      <ClaimFields
        {...{ needs, date, size, isRequired, own }}
        value={chosen}
        onChange={setChosen}
        error={isAtChoice ? text : undefined}
      />
      <DialogError text={isAtChoice ? null : text} />
      <DialogButtons onCancel={onClose} isBusy={isBusy} busyLabel="Guardando..." onClick={() => void save()}>
        {saveLabel}
      </DialogButtons>
    </Stack>
  );
}
