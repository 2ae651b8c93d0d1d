import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import type { Goal } from '@minga/contract/goals';
import { lazy, Suspense, useState } from 'react';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { digits } from '../../../lib/digits.ts';
import classes from './activity.module.css';

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
    <section aria-labelledby="goals">
      <h2 id="goals" className={classes.sectionTitle}>
        {title}
      </h2>
      <ul className="stack gap-l">
        {goals.map(goal => (
          <li key={goal._id} className={classes.goal}>
            <span className={`strong ${classes.label}`}>{goal.label}</span>
            <progress
              className={classes.bar}
              value={Math.min(goal.reached, goal.target)}
              max={goal.target}
              aria-label={`${goal.label}: ${progressText(goal)}`}
            />
            <span className="soft">{progressText(goal)}</span>
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

/** '120 de 300 árboles', and '320 árboles, de 300' once more is reached. */
export const progressText = ({ reached, target, unit }: Goal): string =>
  reached > target
    ? `${digits(reached)} ${unit}, de ${digits(target)}`
    : `${digits(reached)} de ${digits(target)} ${unit}`;
