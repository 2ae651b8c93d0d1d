import { Button, Group, Stack, Textarea } from '@mantine/core';
import { FEEDBACK_MAX, FEEDBACK_SHOWN_FROM, newFeedback, type OwnFeedback } from '@minga/contract/feedback';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { BusyButton } from '../../../components/busy-button.tsx';
import { DialogError } from '../../../components/dialog-error.tsx';
import { CharacterCount } from '../../../components/form/character-count.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { type Bearer, useDeclineFeedback, useGiveFeedback } from '../api.ts';
import classes from './feedback.module.css';
import { RatingField } from './rating-field.tsx';

interface Props {
  readonly bearer: Bearer;
  /** The earlier feedback. */
  readonly given: OwnFeedback['feedback'];
  readonly onGiven: () => void;
  /** The question is not asked any more. */
  readonly onDeclined: () => void;
  /** Undefined: there is nothing to go back to, and the question can be declined. */
  readonly onCancel?: (() => void) | undefined;
}

const draft = z.object({
  // Null: none is chosen.
  rating: z.pipe(z.pipe(z.nullable(z.string()), z.transform(Number)), newFeedback.shape.rating),
  text: newFeedback.shape.text,
});

/** How the activity was: one of five answers, and an optional text. */
export function FeedbackForm({ bearer, given, onGiven, onDeclined, onCancel }: Props) {
  const form = useSchemaForm(draft, { rating: given && String(given.rating), text: given?.text ?? '' });
  const give = useGiveFeedback(bearer);
  const decline = useDeclineFeedback(bearer);
  const [failure, setFailure] = useState<string | null>(null);
  const { text } = useWatch({ control: form.control });
  const { error, ...rating } = fieldProps(form, 'rating');

  async function send(said: z.output<typeof draft>) {
    setFailure(null);
    try {
      await give.mutateAsync(said);
    } catch (cause) {
      setFailure(errorText(cause, 'No pudimos guardar tu respuesta'));
      return;
    }
    onGiven();
    toastSuccess('¡Gracias por contarnos!');
  }

  async function declineQuestion() {
    setFailure(null);
    onDeclined();
    try {
      await decline.mutateAsync();
    } catch (cause) {
      setFailure(errorText(cause, 'No pudimos guardar tu respuesta'));
    }
  }

  return (
    <form noValidate aria-label="Cómo te fue" onSubmit={form.handleSubmit(send)}>
      <Stack gap="md">
        <RatingField {...rating} error={error} />
        <Textarea
          label="¿Quieres contar algo más? (opcional)"
          autosize
          minRows={3}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={<CharacterCount text={(text ?? '').trim()} max={FEEDBACK_MAX} />}
          {...fieldProps(form, 'text')}
        />
        <p
          className={classes.note}
        >{`Quien organiza no ve tu nombre. Lo que escriben lo ve cuando hay ${FEEDBACK_SHOWN_FROM} respuestas o más.`}</p>
        <DialogError text={failure} />
        <Group gap="sm">
          <BusyButton type="submit" isBusy={give.isPending} busyLabel="Enviando…">
            {given === null ? 'Enviar' : 'Guardar el cambio'}
          </BusyButton>
          <Button
            variant="default"
            onClick={onCancel ?? declineQuestion}
            disabled={give.isPending || decline.isPending}
          >
            {onCancel ? 'Cancelar' : 'Ahora no'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
