import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useFocusRecovery } from '../../../components/use-focus-recovery.ts';
import { digits } from '../../../lib/digits.ts';
import { now } from '../../../lib/now.ts';
import { changeArrivals } from '../api/arrivals.ts';
import { type Arrival, isToReview } from '../arrival.ts';
import { reviewText } from '../review-text.ts';
import classes from './review-list.module.css';

interface Props {
  readonly owner: string;
  readonly arrivals: readonly Arrival[];
  /** Gets the focus when the list disappears. */
  readonly afterFocus: RefObject<HTMLElement | null>;
}

/** Arrivals noted without a network whose outcome at the server differs. */
export function ReviewList({ owner, arrivals, afterFocus }: Props) {
  const list = useFocusRecovery(afterFocus);
  const queryClient = useQueryClient();
  const toReview = arrivals.filter(isToReview);
  if (toReview.length === 0) return null;
  const settle = () =>
    void changeArrivals(queryClient, owner, new Set(toReview.map(({ item }) => item.id)), () => null);
  return (
    <details ref={list} className={classes.review}>
      <summary className={classes.summary}>{`${digits(toReview.length)} por revisar`}</summary>
      <ul className={classes.list}>
        {toReview.map(arrival => (
          <li key={arrival.item.id}>
            <strong>
              <bdi>{arrival.name ?? 'Un código'}</bdi>
            </strong>
            <span>{`: ${reviewText(arrival, now())}`}</span>
          </li>
        ))}
      </ul>
      <Button variant="default" onClick={settle}>
        Entendido
      </Button>
    </details>
  );
}
