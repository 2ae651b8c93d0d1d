import type { Activity } from '@minga/contract/activities';
import { isPublicBeforeReview } from '../../../lib/is-public-before-review.ts';
import { type Badge, badgesOf } from '../state.ts';
import { useIsOngoing, useIsPast } from '../use-is-past.ts';
import classes from './activity-badges.module.css';

const texts: Record<Badge, () => string> = {
  promoted: () => 'PROMO',
  ongoing: () => 'En curso',
  finished: () => 'FINALIZADA',
  pending: () =>
    isPublicBeforeReview()
      ? 'Pendiente de revisión · ya es pública'
      : 'Pendiente de revisión · aún no es pública',
  held: () => 'En revisión',
  rejected: () => 'Rechazada',
};

export function ActivityBadges({ activity }: { activity: Activity }) {
  const badges = badgesOf(activity, useIsPast(activity), useIsOngoing(activity));
  if (badges.length === 0) return null;
  return (
    <ul className={classes.badges} aria-label="Estado">
      {badges.map(badge => (
        <li key={badge} className={`${classes.badge} ${classes[badge]}`}>
          {texts[badge]()}
        </li>
      ))}
    </ul>
  );
}
