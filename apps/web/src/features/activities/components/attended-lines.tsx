import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CalendarLeaf } from '../../../components/calendar-leaf.tsx';
import linkClasses from '../../../components/text-link.module.css';
import { clockTime, shortDate } from '../../../lib/dates.ts';
import { counted, digits } from '../../../lib/digits.ts';
import type { Attended } from '../attended-groups.ts';
import { fromList } from '../list-origin.ts';
import classes from './attended-lines.module.css';

type Listed = Pick<Attended, 'checkedInAt'> & { readonly task: Activity };
type Entry = readonly [Listed, ...Listed[]];

interface Props {
  /** Several dates of a series are one entry. */
  readonly entries: readonly Entry[];
  /** Controls of an activity, below its line. */
  readonly action?: (activity: Activity) => ReactNode;
}

const PAGE = 10;

/** Activities of 'Voy a ir' with one line each, ten at first. */
export function AttendedLines({ entries, action }: Props) {
  const [shown, setShown] = useState(PAGE);
  const list = useRef<HTMLUListElement>(null);

  // The button that was pressed may be gone.
  useEffect(() => {
    if (shown > PAGE) list.current?.children[shown - PAGE]?.querySelector<HTMLElement>('a, summary')?.focus();
  }, [shown]);

  return (
    <>
      <ul ref={list} className={classes.lines}>
        {entries.slice(0, shown).map(entry => (
          <li key={entry[0].task._id} className={classes.line}>
            <CalendarLeaf date={entry[0].task.date} />
            {entry.length === 1 ? <Line row={entry[0]} /> : <Series entry={entry} />}
            {action?.(entry[0].task)}
          </li>
        ))}
      </ul>
      {entries.length > shown && (
        <Button
          variant="default"
          fullWidth
          onClick={() => setShown(shown + PAGE)}
        >{`Ver más (${digits(entries.length - shown)})`}</Button>
      )}
    </>
  );
}

const Line = ({ row: { task, checkedInAt } }: { readonly row: Listed }) => (
  <div className={classes.words}>
    <Link to="/actividades/$id" params={{ id: task._id }} state={fromList} className={classes.title}>
      {task.title}
    </Link>
    <span className={classes.facts}>
      <Time date={task.date} />
      {checkedInAt !== null && (
        <span className={classes.arrived}>
          <IconCheck size={18} aria-hidden />
          Llegaste
        </span>
      )}
    </span>
  </div>
);

/** The dates of a series: the next one in the line, all of them unfolded. */
const Series = ({ entry }: { readonly entry: Entry }) => (
  <details className={classes.words}>
    <summary className={classes.summary}>
      <span>
        <span className={classes.name}>{entry[0].task.title}</span>
        <span className={classes.facts}>{`${counted(entry.length, 'fecha', 'fechas')} más`}</span>
      </span>
      <IconChevronDown size={20} className={classes.arrow} aria-hidden />
    </summary>
    <ul className={classes.dates}>
      {entry.map(({ task: { _id: id, date } }) => (
        <li key={id}>
          <Link to="/actividades/$id" params={{ id }} state={fromList} className={linkClasses.link}>
            <Time date={date} />
          </Link>
        </li>
      ))}
    </ul>
  </details>
);

const Time = ({ date }: { readonly date: string }) => (
  <time dateTime={date}>{`${shortDate(date)}, ${clockTime(date)}`}</time>
);
