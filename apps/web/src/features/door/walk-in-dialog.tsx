import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { attendee, INCOMPLETE_MESSAGE } from '@minga/contract/confirmation';
import { COMPANIONS_MAX, companions } from '@minga/contract/places';
import * as z from 'zod/mini';
import { fieldProps } from '../../components/form/field-props.ts';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { companionChoices } from '../../lib/attendance/companion-choices.ts';

const walkIn = z.object({
  name: attendee.shape.name,
  companions: z.pipe(z.pipe(z.string(), z.transform(Number)), companions),
});
export type WalkIn = z.output<typeof walkIn>;

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAdmit: (walkIn: WalkIn) => void;
}

const EMPTY = { name: '', companions: '0' };

/** Admits a person who did not sign up. */
export function WalkInDialog({ isOpen, onClose, onAdmit }: Props) {
  const form = useSchemaForm(walkIn, EMPTY);
  const { error, ...name } = fieldProps(form, 'name');

  function admit(fields: WalkIn) {
    onAdmit(fields);
    form.reset(EMPTY);
    onClose();
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title="Llegó sin confirmar">
      <form noValidate aria-label="Llegó sin confirmar" onSubmit={form.handleSubmit(admit)}>
        <Stack gap="md">
          <TextInput
            label="Nombre"
            autoComplete="off"
            autoCapitalize="words"
            data-autofocus
            error={error === INCOMPLETE_MESSAGE ? 'Escribe su nombre' : error}
            {...name}
          />
          <NativeSelect
            size="md"
            label="¿Con cuántas personas viene?"
            data={companionChoices(COMPANIONS_MAX)}
            error={form.formState.errors.companions?.message}
            {...form.register('companions')}
          />
          <Group data-dialog-buttons justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit">Llegó</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
