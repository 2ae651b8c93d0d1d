import { Modal, Stack, TextInput } from '@mantine/core';
import type { Reply } from '@minga/contract/endpoint';
import { newPasskey, type registerPasskey } from '@minga/contract/passkeys';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { DialogButtons } from '../../../../components/dialog-buttons.tsx';
import { fieldProps } from '../../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../../components/form/use-schema-form.ts';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { useCreatePasskey } from '../../api/create-passkey.ts';
import { sessionsQuery } from '../../api/sessions.ts';
import { failureText } from '../../passkey-failure.ts';
import { useAccountOutcome } from './use-account-outcome.ts';

const nameForm = z.pick(newPasskey, { name: true });

interface Props {
  isOpen: boolean;
  onClose: () => void;
  onCreated: (created: Reply<typeof registerPasskey>) => void;
}

export const NewPasskeyDialog = ({ isOpen, ...form }: Props) => (
  <Modal
    opened={isOpen}
    onClose={form.onClose}
    closeOnClickOutside={false}
    title="Agregar una llave de acceso"
  >
    <NewPasskeyForm {...form} />
  </Modal>
);

/** Proposes the name of this browser, as the list of sessions calls it. */
function NewPasskeyForm({ onClose, onCreated }: Omit<Props, 'isOpen'>) {
  const device = useQuery(sessionsQuery).data?.find(({ isCurrent }) => isCurrent)?.device ?? '';
  const create = useCreatePasskey();
  const form = useSchemaForm(nameForm, { name: device });
  const outcome = useAccountOutcome();
  const { getValues, setValue } = form;

  // The sessions may arrive after the dialog has opened.
  useEffect(() => {
    if (getValues('name') === '') setValue('name', device);
  }, [device, getValues, setValue]);

  const submit = form.handleSubmit(async ({ name }) => {
    outcome.clear();
    try {
      onCreated(await create.mutateAsync(name));
    } catch (error) {
      outcome.showError(error, failureText(error, 'Error al agregar la llave de acceso'));
    }
  });

  return (
    <form onSubmit={submit} noValidate aria-label="Agregar una llave de acceso">
      <Stack gap="md">
        <p>
          Tu dispositivo te pedirá la huella, la cara o el PIN con que lo desbloqueas, y guardará la llave.
          Minga no recibe ni tu huella ni tu cara.
        </p>
        <TextInput
          label="Nombre de la llave"
          description="Para reconocerla en la lista."
          autoComplete="off"
          data-autofocus
          {...fieldProps(form, 'name')}
        />
        <OutcomeMessages outcome={outcome} />
        <DialogButtons onCancel={onClose} isBusy={create.isPending} busyLabel="Esperando tu dispositivo…">
          Crear la llave
        </DialogButtons>
      </Stack>
    </form>
  );
}
