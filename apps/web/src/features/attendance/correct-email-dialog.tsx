import { Modal, Stack, TextInput } from '@mantine/core';
import { correctEmail, correction } from '@minga/contract/correction';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DialogButtons } from '../../components/dialog/dialog-buttons.tsx';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { emailSuggestion } from '../../lib/email-suggestion.ts';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { call } from '../../lib/server/api.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { refetchPlaces } from './place-api.ts';
import { remember } from './remembered-attendances.ts';
import { rememberParty } from './remembered-parties.ts';
import { rememberedPerson, rememberPerson } from './remembered-person.ts';

interface Props {
  readonly taskId: string;
  /** The address as it was confirmed. */
  readonly email: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** 'Corregir tu correo', for a visitor in the browser that confirmed (docs/rules.md R4.11). */
export const CorrectEmailDialog = ({ isOpen, onClose, ...form }: Props) => (
  <Modal opened={isOpen} onClose={onClose} title="Corregir tu correo">
    <CorrectionForm {...form} onClose={onClose} />
  </Modal>
);

/** Mounted only while the dialog is open, so that each opening starts with the current address. */
function CorrectionForm({ taskId, email, onClose }: Omit<Props, 'isOpen'>) {
  const correct = useCorrectEmail(taskId, email);
  const suggestion = emailSuggestion(email);
  const { register, handleSubmit, setError, formState } = useSchemaForm(correction, {
    email,
    // A mistyped domain is the usual mistake: then one press is left.
    correctedEmail: suggestion ?? email,
  });

  async function save({ correctedEmail }: { correctedEmail: string }): Promise<void> {
    if (correctedEmail === email) return onClose();
    try {
      await correct.mutateAsync(correctedEmail);
      toastSuccess(`Te escribimos a ${correctedEmail}`);
      onClose();
    } catch (error) {
      const message = errorText(error, 'No pudimos corregir tu correo');
      setError('correctedEmail', { message }, { shouldFocus: true });
    }
  }

  return (
    <form noValidate onSubmit={handleSubmit(save)}>
      <Stack gap="md">
        <TextInput
          label="Correo electrónico"
          description={`${suggestion === null ? '' : `Cambiamos ${domainOf(email)} por ${domainOf(suggestion)}. `}Conservas tu lugar y tu código. Te enviamos la confirmación otra vez.`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          type="email"
          inputMode="email"
          autoComplete="email"
          aria-required
          data-autofocus
          error={formState.errors.correctedEmail?.message}
          {...register('correctedEmail')}
        />
        <DialogButtons onCancel={onClose} isBusy={correct.isPending} busyLabel="Guardando...">
          Guardar
        </DialogButtons>
      </Stack>
    </form>
  );
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);

/** Rejects with an ApiError: 409 if the address is on the list, 403 if this browser did not confirm or the activity has started. */
function useCorrectEmail(taskId: string, email: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (correctedEmail: string) =>
      call(correctEmail, { params: { taskId }, body: { email, correctedEmail } }),
    onSuccess: (party, correctedEmail) => {
      remember(email, taskId, false);
      remember(correctedEmail, taskId, party.status === 'confirmed');
      rememberParty(taskId, party);
      const person = rememberedPerson();
      if (person.email === email) rememberPerson({ ...person, email: correctedEmail });
      return refetchPlaces(queryClient);
    },
  });
}
