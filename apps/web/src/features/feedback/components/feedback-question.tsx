import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { type Bearer, ownFeedback } from '../api.ts';
import { wordsOf } from '../ratings.ts';
import classes from './feedback.module.css';
import { FeedbackForm } from './feedback-form.tsx';
import { Stars } from './rating-field.tsx';

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
    <section aria-labelledby={id} className={classes.question}>
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
            <p className={classes.given}>
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
