import { Button, Group, Stack, Textarea } from '@mantine/core';
import { APPEAL_TEXT_MAX, newAppeal } from '@minga/contract/reports';
import { useEffect, useState } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { DialogError } from '../../../components/dialog-error.tsx';
import { CharacterCount } from '../../../components/form/character-count.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { useAppealDecision } from '../api/appeal-decision.ts';

interface Props {
  readonly id: string;
  readonly onSent: () => void;
  readonly onCancel: () => void;
}

/** Why the decision that hid an activity was a mistake. */
export function AppealForm({ id, onSent, onCancel }: Props) {
  const form = useSchemaForm(newAppeal, { text: '' });
  const appeal = useAppealDecision(id);
  const [failure, setFailure] = useState<string | null>(null);
  const { setFocus } = form;
  // The button that opened the form is gone.
  useEffect(() => setFocus('text'), [setFocus]);

  async function send(fields: { text: string }) {
    setFailure(null);
    try {
      await appeal.mutateAsync(fields);
    } catch (error) {
      setFailure(errorText(error, 'No pudimos enviar lo que escribiste'));
      return;
    }
    onSent();
  }

  return (
    <form noValidate aria-label="Pedir que la revisen de nuevo" onSubmit={form.handleSubmit(send)}>
      <Stack gap="sm">
        <Textarea
          label="¿Por qué debería volver a publicarse?"
          autosize
          minRows={3}
          maxRows={10}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={
            <>
              <span>{'Se puede pedir una sola vez: cuéntalo todo. '}</span>
              <CharacterCount text={form.watch('text').trim()} max={APPEAL_TEXT_MAX} />
            </>
          }
          {...fieldProps(form, 'text')}
        />
        <DialogError text={failure} />
        <Group gap="sm">
          <BusyButton type="submit" isBusy={appeal.isPending} busyLabel="Enviando…">
            Enviar
          </BusyButton>
          <Button variant="default" onClick={onCancel} disabled={appeal.isPending}>
            Cancelar
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
