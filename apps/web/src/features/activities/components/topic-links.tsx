import type { Activity } from '@minga/contract/activities';
import { categoryNames } from '@minga/contract/category-names';
import { Link } from '@tanstack/react-router';
import classes from './topic-links.module.css';

/** The category and the tags of an activity, each with a link to more of them. */
export function TopicLinks({
  activity: { category, tags },
}: {
  activity: Pick<Activity, 'category' | 'tags'>;
}) {
  if (category === null && tags.length === 0) return null;
  return (
    <ul className={classes.topics} aria-label="De qué se trata">
      {category !== null && (
        <li>
          <Link to="/actividades" search={{ categoria: category }} className={classes.link}>
            {categoryNames[category]}
          </Link>
        </li>
      )}
      {tags.map(tag => (
        <li key={tag}>
          <Link to="/actividades" search={{ etiqueta: tag }} className={classes.link}>
            {`#${tag}`}
          </Link>
        </li>
      ))}
    </ul>
  );
}
