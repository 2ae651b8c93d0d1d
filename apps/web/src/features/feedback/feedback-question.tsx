import { Button, Group, Stack } from '@mantine/core';
import {
  FEEDBACK_MAX,
  FEEDBACK_SHOWN_FROM,
  newFeedback,
  type OwnFeedback,
  RATING_MAX,
} from '@minga/contract/feedback';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { BusyButton } from '../../components/busy-button.tsx';
import { DialogError } from '../../components/dialog/dialog-error.tsx';
import { CharacterCount } from '../../components/form/character-count.tsx';
import { fieldProps } from '../../components/form/field-props.ts';
import { GrowingTextarea } from '../../components/form/growing-textarea.tsx';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { type Bearer, ownFeedback, useDeclineFeedback, useGiveFeedback } from './api.ts';
import classes from './feedback.module.css';

/** Called when the element that replaces a pressed button is mounted. */
const focusOn = (element: HTMLElement | null) => element?.focus();

/**
 * '¿Cómo te fue?', for people who came: the question, or their answer, which can be changed for a time. A declined question is a button.
 * Renders nothing for others.
 */
export function FeedbackQuestion({ taskId, token }: Bearer) {
  const bearer = { taskId, token };
  const { data, error, refetch } = useQuery(ownFeedback(bearer));
  const [isChanging, setChanging] = useState(false);
  /** The button returns in the place of a button that was pressed, and takes its focus. */
  const [wasPressed, setPressed] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  if (data === undefined)
    // Without a personal link it is not known whether there is anything to ask.
    return error && token !== null ? <ErrorPanel error={error} retry={refetch} /> : null;
  const { canAnswer, feedback } = data;
  if (!canAnswer && feedback === null) return null;
  const isAsking = canAnswer && (feedback === null || isChanging);

  function show(isForm: boolean): void {
    // The button that was pressed is replaced.
    flushSync(() => {
      setChanging(isForm);
      setPressed(true);
    });
    heading.current?.focus();
  }

  const isDeclined = feedback === null && data.isDeclined === true;
  if (isDeclined && !isChanging)
    return (
      <Button ref={wasPressed ? focusOn : undefined} variant="default" mb="lg" onClick={() => show(true)}>
        Contar cómo me fue
      </Button>
    );

  return (
    <section aria-labelledby={id} className={`stack card ${classes.question}`}>
      <h2 id={id} ref={heading} tabIndex={-1} className={classes.title}>
        {isAsking ? '¿Cómo te fue?' : 'Gracias por contarnos'}
      </h2>
      {isAsking ? (
        <FeedbackForm
          bearer={bearer}
          given={feedback}
          onGiven={() => show(false)}
          onDeclined={() => setPressed(true)}
          onCancel={isChanging ? () => show(false) : undefined}
        />
      ) : (
        feedback && (
          <>
            <p className={`cluster ${classes.given}`}>
              <strong>{wordsOf(feedback.rating)}</strong> <Stars rating={feedback.rating} />
            </p>
            {feedback.text !== '' && <p className={classes.text}>{feedback.text}</p>}
            {canAnswer && (
              <Button variant="default" onClick={() => show(true)}>
                Cambiar mi respuesta
              </Button>
            )}
          </>
        )
      )}
    </section>
  );
}

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
function FeedbackForm({ bearer, given, onGiven, onDeclined, onCancel }: Props) {
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
        <GrowingTextarea
          label="¿Quieres contar algo más? (opcional)"
          minRows={3}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={<CharacterCount text={(text ?? '').trim()} max={FEEDBACK_MAX} />}
          {...fieldProps(form, 'text')}
        />
        <p className="soft small">{`Quien organiza no ve tu nombre. Lo que escriben lo ve cuando hay ${FEEDBACK_SHOWN_FROM} respuestas o más.`}</p>
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

interface RatingFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  readonly error: string | undefined;
}

/** Five radio buttons with words, the best first. */
function RatingField({ error, ...field }: RatingFieldProps) {
  const id = useId();
  return (
    <fieldset className="stack gap-s" aria-describedby={error && id}>
      <legend className={classes.legend}>Elige una respuesta</legend>
      {ratings.map(({ rating, words }) => (
        <label key={rating} className={`cluster ${classes.rating}`}>
          <input
            type="radio"
            className={classes.radio}
            {...field}
            value={rating}
            aria-invalid={error !== undefined || undefined}
          />
          <span>{words}</span>
          <Stars rating={rating} />
        </label>
      ))}
      {error !== undefined && (
        <p id={id} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Decoration: the words say it. */
const Stars = ({ rating }: { readonly rating: number }) => (
  <span className={classes.stars} aria-hidden>
    <span>{'★'.repeat(rating)}</span>
    <span className={classes.unlit}>{'★'.repeat(RATING_MAX - rating)}</span>
  </span>
);

/** The answers to '¿Cómo te fue?', the best first. */
const ratings = [
  { rating: 5, words: 'Me encantó' },
  { rating: 4, words: 'Me gustó' },
  { rating: 3, words: 'Estuvo bien' },
  { rating: 2, words: 'Le faltó' },
  { rating: 1, words: 'No me gustó' },
] as const;

const wordsOf = (given: number): string =>
  ratings.find(({ rating }) => rating === given)?.words ?? String(given);
