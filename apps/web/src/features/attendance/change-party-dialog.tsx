import { Modal, NativeSelect, Stack } from '@mantine/core';
import { NAME_ALONE_COMPANIONS_MAX, NAME_ALONE_COMPANIONS_MESSAGE } from '@minga/contract/name-alone';
import { useState } from 'react';
import { DialogButtons } from '../../components/dialog/dialog-buttons.tsx';
import { DialogError } from '../../components/dialog/dialog-error.tsx';
import { companionChoices } from '../../lib/attendance/companion-choices.ts';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { type Bearer, useChangeParty } from './place-api.ts';

interface Props {
  readonly bearer: Bearer;
  /** Of the activity. */
  readonly companionsMax: number;
  /** As they are. */
  readonly companions: number;
  /** The party left neither e-mail nor phone. */
  readonly isAlone?: boolean;
  /** Without a place the party can only get smaller. */
  readonly isConfirmed: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const SMALLER = 'Mientras esperas un cupo puedes llevar menos acompañantes, pero no más.';
const LIMITED = `${NAME_ALONE_COMPANIONS_MESSAGE}. Si van más, pídele a quien organiza que los agregue.`;

/** 'Cambiar acompañantes'. */
export function ChangePartyDialog({ isOpen, onClose, ...form }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Cambiar acompañantes">
      <PartyForm {...form} onClose={onClose} />
    </Modal>
  );
}

/** Mounted only while the dialog is open, so that each opening starts with the current number. */
function PartyForm({ bearer, companions, isAlone, isConfirmed, onClose, ...props }: Omit<Props, 'isOpen'>) {
  const change = useChangeParty(bearer);
  const [chosen, setChosen] = useState(String(companions));
  const [failure, setFailure] = useState<string | null>(null);
  const isLimited = isAlone && props.companionsMax > NAME_ALONE_COMPANIONS_MAX;
  const companionsMax = isLimited ? NAME_ALONE_COMPANIONS_MAX : props.companionsMax;
  const max = isConfirmed ? Math.max(companionsMax, companions) : companions;

  async function save(): Promise<void> {
    setFailure(null);
    try {
      await change.mutateAsync(Number(chosen));
      toastSuccess('Guardamos con cuántas personas vas');
      onClose();
    } catch (error) {
      setFailure(errorText(error, 'No pudimos guardar el cambio'));
    }
  }

  return (
    <Stack gap="md">
      <NativeSelect
        size="md"
        label="¿Cuántas personas van contigo?"
        description={isConfirmed ? isLimited && LIMITED : SMALLER}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={companionChoices(max)}
        value={chosen}
        onChange={event => setChosen(event.currentTarget.value)}
      />
      <DialogError text={failure} />
      <DialogButtons
        onCancel={onClose}
        isBusy={change.isPending}
        busyLabel="Guardando..."
        onClick={() => void save()}
      >
        Guardar
      </DialogButtons>
    </Stack>
  );
}
