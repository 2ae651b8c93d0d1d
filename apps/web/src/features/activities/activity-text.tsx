import type { Activity } from '@minga/contract/activities';
import { categoryNames } from '@minga/contract/category-names';
import { Link } from '@tanstack/react-router';
import { Note } from '../../components/page/note.tsx';
import { isPublicBeforeReview } from '../../lib/is-public-before-review.ts';
import { siteName } from '../../lib/site-name.ts';
import classes from './cards.module.css';
import { badgesOf, useIsPast } from './model.ts';

/** The category and the tags of an activity, each with a link to more of them. */
export function TopicLinks({
  activity: { category, tags },
}: {
  activity: Pick<Activity, 'category' | 'tags'>;
}) {
  if (category === null && tags.length === 0) return null;
  return (
    <ul className={`cluster ${classes.topics}`} aria-label="De qué se trata">
      {category !== null && (
        <li>
          <Link to="/actividades" search={{ categoria: category }} className="target link">
            {categoryNames[category]}
          </Link>
        </li>
      )}
      {tags.map(tag => (
        <li key={tag}>
          <Link to="/actividades" search={{ etiqueta: tag }} className="target link">
            {`#${tag}`}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/**
 * Explains the badges 'En revisión' and 'Pendiente de revisión', on sites that publish before the review and after it. The second
 * badge itself says whether the activity is public.
 */
export function PendingNotice({ activity }: { activity: Activity }) {
  const badges = badgesOf(activity, useIsPast(activity));
  const isHeld = badges.includes('held');
  if (!isHeld && !badges.includes('pending')) return null;
  // The result is sent to the author alone.
  const review = activity.isOwner
    ? `El equipo de ${siteName} la revisará y te avisará; no tienes que hacer nada.`
    : `El equipo de ${siteName} la revisará; no tienes que hacer nada.`;
  const viewers = activity.isOwner && activity.collective === null ? 'la ves tú' : 'la ven quienes organizan';
  if (isHeld)
    return (
      <Note
        tone="sky"
        isSmall
      >{`La publicaremos cuando la revisemos. Suele tardar poco: por ahora solo ${viewers} y el equipo de ${siteName}.`}</Note>
    );
  return (
    <Note tone="sky" isSmall>
      {isPublicBeforeReview()
        ? `Todo el mundo puede verla y confirmar que va. ${review}`
        : `Por ahora solo ${viewers}. ${review}`}
    </Note>
  );
}
