import { RATING_MAX } from '@minga/contract/feedback';
import { type ComponentProps, useId } from 'react';
import { ratings } from '../ratings.ts';
import classes from './feedback.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  readonly error: string | undefined;
}

/** Five radio buttons with words, the best first. */
export function RatingField({ error, ...field }: Props) {
  const id = useId();
  return (
    <fieldset className={classes.ratings} aria-describedby={error && id}>
      <legend className={classes.legend}>Elige una respuesta</legend>
      {ratings.map(({ rating, words }) => (
        <label key={rating} className={classes.rating}>
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
export const Stars = ({ rating }: { readonly rating: number }) => (
  <span className={classes.stars} aria-hidden>
    <span>{'★'.repeat(rating)}</span>
    <span className={classes.unlit}>{'★'.repeat(RATING_MAX - rating)}</span>
  </span>
);
