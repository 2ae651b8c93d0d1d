import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import type { Goal } from '@minga/contract/goals';
import { lazy, Suspense, useState } from 'react';
import { useLazyDialog } from '../../../components/use-lazy-dialog.ts';
import { progressText } from '../goal-text.ts';
import classes from './goal-list.module.css';

// Only for organisers.
const loadDialog = () => import('./goal-dialog.tsx');
const GoalDialog = lazy(() => loadDialog().then(module => ({ default: module.GoalDialog })));

interface Props {
  readonly activity: Pick<Activity, '_id' | 'goals' | 'canManage'>;
  readonly title?: string;
}

/** 'Metas' on an activity's page, with their progress, which organisers note; nothing for most activities. */
export function GoalList({ activity, title = 'Metas' }: Props) {
  const { _id, goals, canManage } = activity;
  const dialog = useLazyDialog(loadDialog);
  const [noted, setNoted] = useState<Goal | null>(null);
  if (goals.length === 0) return null;
  return (
    <section aria-labelledby="goals" className={classes.section}>
      <h2 id="goals" className={classes.title}>
        {title}
      </h2>
      <ul className={classes.goals}>
        {goals.map(goal => (
          <li key={goal._id} className={classes.goal}>
            <span className={classes.label}>{goal.label}</span>
            <progress
              className={classes.bar}
              value={Math.min(goal.reached, goal.target)}
              max={goal.target}
              aria-label={`${goal.label}: ${progressText(goal)}`}
            />
            <span className={classes.numbers}>{progressText(goal)}</span>
            {canManage && (
              <Button
                variant="subtle"
                size="compact-md"
                className={classes.note}
                aria-label={`Anotar avance: ${goal.label}`}
                onClick={() => {
                  setNoted(goal);
                  dialog.open();
                }}
              >
                Anotar avance
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {dialog.isMounted && noted !== null && (
          <GoalDialog
            key={noted._id}
            activityId={_id}
            goal={noted}
            isOpen={dialog.isOpen}
            onClose={dialog.close}
          />
        )}
      </Suspense>
    </section>
  );
}
