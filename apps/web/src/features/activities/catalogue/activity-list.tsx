import type { Activity } from '@minga/contract/activities';
import { COUNTED_MAX } from '@minga/contract/search-values';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { LoadMore } from '../../../components/page/load-more.tsx';
import { siteDay } from '../../../lib/dates/dates.ts';
import { dayHeading } from '../../../lib/dates/day-words.ts';
import { useNow } from '../../../lib/dates/now.ts';
import classes from '../activity-row.module.css';
import { ActivityRow } from '../activity-row.tsx';
import { PAGE_SIZE } from '../lists-api.ts';

interface RowsProps {
  rows: readonly Activity[];
  /** Whether the rows are in the order of their days, which then have headings. */
  isByDay: boolean;
  /** Level of the days' headings, or without them of the titles. */
  order?: 2 | 3;
  /** The first rows are above the fold and load their pictures eagerly. */
  isUrgent?: boolean;
  /** Must be memoized: the rows are rendered again when it changes. */
  mark?: ((activity: Activity) => ReactNode) | undefined;
  /** Of the rows next to a map. */
  active?: ActiveRow | undefined;
}

interface Props extends Omit<RowsProps, 'rows'> {
  list: UseInfiniteQueryResult<{ rows: Activity[]; total: number }>;
  /** Loads further pages with the button only: infinite scrolling would make the content below unreachable. */
  isByButton?: boolean;
}

/** The rows of a paged list, with the days as headings; nothing while it is loading or empty. */
export function ActivityList({ list, isByButton = false, ...rows }: Props) {
  const { data, fetchNextPage } = list;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  if (data === undefined || data.rows.length === 0) return null;
  return (
    <>
      <ActivityRows {...rows} rows={data.rows} />
      {data.total > PAGE_SIZE && (
        <div className={classes.list}>
          <LoadMore
            shown={data.rows.length}
            total={data.total}
            countedMax={COUNTED_MAX}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            hasFailed={list.isFetchNextPageError}
            isByButton={isByButton}
            onMore={more}
          />
        </div>
      )}
    </>
  );
}

/** The rows of the first screen of a phone. */
const URGENT_ROWS = 5;

/** Activities as rows, with the days as headings. */
export function ActivityRows({ rows, isByDay, order = 2, isUrgent = false, mark, active }: RowsProps) {
  const today = useNow(moment => siteDay(moment));
  const days = useMemo(
    () => (isByDay ? groupByDay(rows, today) : [{ key: 'all', heading: null, rows }]),
    [rows, isByDay, today],
  );
  const Heading = `h${order}` as const;
  const urgent = new Set(isUrgent ? rows.slice(0, URGENT_ROWS) : []);
  return (
    <div className={classes.list}>
      {days.map(({ key, heading, rows }) => (
        <div key={key} className={classes.day}>
          {heading !== null && (
            <Heading className={classes.heading} suppressHydrationWarning>
              {heading}
            </Heading>
          )}
          <ul>
            {rows.map((activity, index) => (
              <li
                key={activity._id}
                onPointerEnter={() => active?.onHover(activity._id)}
                onPointerLeave={() => active?.onHover(null)}
                onFocus={() => active?.onFocus(activity._id)}
                onBlur={() => active?.onFocus(null)}
              >
                <ActivityRow
                  activity={activity}
                  today={today}
                  order={heading === null || order === 3 ? order : 3}
                  hasDay={heading === null}
                  isFirstOfDay={heading !== null && index === 0}
                  isUrgent={urgent.has(activity)}
                  isActive={activity._id === active?.id}
                  mark={mark}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

/** The activity whose row and point are highlighted together. */
export interface ActiveRow {
  readonly id: string | null;
  /** The one with the focus; null without. */
  readonly focusedId: string | null;
  readonly onHover: (id: string | null) => void;
  readonly onFocus: (id: string | null) => void;
}

/** The row under the pointer, also where that is on its point, or else the one with the focus. */
export function useActiveRow(): ActiveRow {
  const [hoveredId, onHover] = useState<string | null>(null);
  const [focusedId, onFocus] = useState<string | null>(null);
  return { id: hoveredId ?? focusedId, focusedId, onHover, onFocus };
}

interface Day {
  readonly key: string;
  /** Null without a heading. */
  readonly heading: string | null;
  readonly rows: readonly Activity[];
}

const ONGOING = 'En curso';

/** Consecutive activities of the same day. Those that began on an earlier day and go on are one group. */
function groupByDay(activities: readonly Activity[], today: string): Day[] {
  const days: { key: string; heading: string; rows: Activity[] }[] = [];
  for (const activity of activities) {
    const day = siteDay(activity.date);
    const isOngoing = day < today && activity.endDate !== null && siteDay(activity.endDate) >= today;
    const key = isOngoing ? ONGOING : day;
    const last = days.at(-1);
    if (last?.key === key) last.rows.push(activity);
    else days.push({ key, heading: isOngoing ? ONGOING : dayHeading(day, today), rows: [activity] });
  }
  return days;
}
