import { Link } from '@tanstack/react-router';
import { type CSSProperties, useId } from 'react';
import { digits } from '../../../../lib/digits.ts';
import type { DashboardSearch } from '../../dashboard-search.ts';
import { percentOf } from '../../percent-of.ts';
import classes from './share-list.module.css';

export interface Share {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  readonly tone?: 'forest' | 'sky' | 'clay' | 'maize';
  /** The list of the counted entries. */
  readonly search?: DashboardSearch | undefined;
}

interface Props {
  title: string;
  shares: readonly Share[];
  total: number;
  /** The empty state. */
  empty: string;
  /** Renders an ordered list. */
  isRanked?: boolean;
}

/** Parts of a total, each with its name, count, rounded percentage and bar. */
export function ShareList({ title, shares, total, empty, isRanked = false }: Props) {
  const headingId = useId();
  const List = isRanked ? 'ol' : 'ul';
  return (
    <div className={classes.part}>
      <h3 id={headingId} className={classes.title}>
        {title}
      </h3>
      {shares.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <List aria-labelledby={headingId} className={classes.list}>
          {shares.map(share => (
            <ShareEntry key={share.id} {...share} total={total} />
          ))}
        </List>
      )}
    </div>
  );
}

function ShareEntry({ name, count, tone = 'forest', search, total }: Share & { total: number }) {
  return (
    <li className={classes.entry}>
      <span className={classes.line}>
        {search ? (
          <Link to="/admin-dashboard" search={search} className={classes.link}>
            {name}
          </Link>
        ) : (
          <span className={classes.name}>{name}</span>
        )}
        <span className={classes.count}>{`${digits(count)} · ${percentOf(count, total)}`}</span>
      </span>
      <span className={classes.track} aria-hidden="true">
        <span
          className={`${classes.bar} ${classes[tone]}`}
          style={{ '--minga-share': total > 0 ? count / total : 0 } as CSSProperties}
        />
      </span>
    </li>
  );
}
