import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { profileFields } from '@minga/contract/profile';
import type { User } from '@minga/contract/session';
import * as z from 'zod/mini';
import { BusyButton } from '../../../../components/busy-button.tsx';
import { fieldProps } from '../../../../components/form/field-props.ts';
import { useFormDraft } from '../../../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../../components/message-box.tsx';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { UnsavedChanges } from '../../../../components/unsaved-changes.tsx';
import { useUpdateProfile } from '../../api/update-profile.ts';
import { useAccountOutcome } from './use-account-outcome.ts';

/** A select's values are strings; the empty string stands for null. */
const AUTOMATIC = '';
const greetings = [
  { value: AUTOMATIC, label: 'Según mi nombre' },
  { value: 'female', label: 'Bienvenida' },
  { value: 'male', label: 'Bienvenido' },
  { value: 'neutral', label: 'Te damos la bienvenida' },
];

const profileValues = ({ username, phone, gender }: User) => ({ username, phone, gender });

/** Values as typed, not yet validated. */
const draftSchema = z.object({ username: z.string(), phone: z.string(), gender: profileFields.shape.gender });

/** User name, phone and greeting. Leaving the page with unsaved changes requires a confirmation. */
export function OwnDataForm({ user }: { user: User }) {
  const form = useSchemaForm(profileFields, profileValues(user));
  const { isDirty } = form.formState;
  const { restored, clear } = useFormDraft(form, { name: `profile.${user._id}`, schema: draftSchema });
  const update = useUpdateProfile();
  const outcome = useAccountOutcome();

  const submit = form.handleSubmit(values => {
    outcome.clear();
    update.mutate(values, {
      onSuccess: saved => {
        // The server normalises white space, so the form shows the values as stored.
        form.reset(profileValues(saved));
        clear();
        outcome.showSuccess('Guardamos tus datos');
      },
      onError: error => outcome.showError(error, 'Error al guardar tus datos'),
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
          {...form.register('gender', { setValueAs: value => (value === AUTOMATIC ? null : value) })}
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
