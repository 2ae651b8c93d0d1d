import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { User } from '@minga/contract/accounts';
import { profileFields } from '@minga/contract/profile';
import * as z from 'zod/mini';
import { BusyButton } from '../../../../components/busy-button.tsx';
import { fieldProps } from '../../../../components/form/field-props.ts';
import { useKeptValues } from '../../../../components/form/use-kept-values.ts';
import { useSchemaForm } from '../../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../../components/message-box.tsx';
import { UnsavedChanges } from '../../../../components/unsaved-changes.tsx';
import { useUpdateProfile } from '../../api/update-profile.ts';
import { OutcomeMessages } from './outcome-messages.tsx';
import { useOutcome } from './use-outcome.ts';

/** A select knows text alone: the empty one stands for null. */
const BY_NAME = '';
const greetings = [
  { value: BY_NAME, label: 'Según mi nombre' },
  { value: 'female', label: 'Bienvenida' },
  { value: 'male', label: 'Bienvenido' },
  { value: 'neutral', label: 'Te damos la bienvenida' },
];

const fieldsOf = ({ username, phone, gender }: User) => ({ username, phone, gender });

/** As they stand in the form, right or wrong. */
const typed = z.object({ username: z.string(), phone: z.string(), gender: profileFields.shape.gender });

/** User name, phone and greeting. What is not saved yet is asked about before the page is left. */
export function OwnDataForm({ user }: { user: User }) {
  const form = useSchemaForm(profileFields, fieldsOf(user));
  const { isDirty } = form.formState;
  const { restored, clear } = useKeptValues(form, { name: `profile.${user._id}`, schema: typed });
  const update = useUpdateProfile();
  const outcome = useOutcome();

  const submit = form.handleSubmit(values => {
    outcome.clear();
    update.mutate(values, {
      onSuccess: saved => {
        // As the server keeps them, without the blanks that it dropped.
        form.reset(fieldsOf(saved));
        clear();
        outcome.succeed('Guardamos tus datos');
      },
      onError: error => outcome.fail(error, 'Error al guardar tus datos'),
    });
  });

  return (
    <form onSubmit={submit} noValidate aria-labelledby="datos">
      <UnsavedChanges isUnsaved={() => isDirty} />
      <Stack gap="md">
        <MessageBox kind="info" message={restored} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput label="Nombre de usuario" autoComplete="name" {...fieldProps(form, 'username')} />
          <TextInput
            label="Teléfono"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            {...fieldProps(form, 'phone')}
          />
        </SimpleGrid>
        <NativeSelect
          size="md"
          label="¿Cómo te saludamos?"
          description="Con «Según mi nombre», lo deducimos de tu nombre de usuario."
          data={greetings}
          {...fieldProps(form, 'gender')}
          {...form.register('gender', { setValueAs: value => (value === BY_NAME ? null : value) })}
        />
        <OutcomeMessages outcome={outcome} />
        <div>
          <BusyButton type="submit" isBusy={update.isPending} busyLabel="Guardando…">
            Guardar cambios
          </BusyButton>
        </div>
      </Stack>
    </form>
  );
}
