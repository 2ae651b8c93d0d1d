import type { Ref } from 'react';
import { counted } from '../../../../lib/digits.ts';
import { monthName, monthOf } from '../../month-grid.ts';
import classes from './calendar-view.module.css';
import type { FoundByDay } from './month-parts.ts';

interface Props {
  ref: Ref<HTMLParagraphElement>;
  /** Undefined while it loads. */
  found: FoundByDay | undefined;
  month: string;
  isCut: boolean;
}

/** Announces the month and how much it has. */
export function MonthStatus({ ref, found, month, isCut }: Props) {
  const ids = [...(found ?? [])]
    .filter(([day]) => monthOf(day) === month)
    .flatMap(([, entries]) => entries.map(({ entry }) => entry._id));
  return (
    <p ref={ref} role="status" tabIndex={-1} className={classes.status}>
      {found === undefined
        ? 'Cargando el calendario...'
        : `${countOf(new Set(ids).size, isCut)} en ${monthName(month)}${isCut ? ': son muchas, y no caben todas aquí' : ''}`}
    </p>
  );
}

function countOf(count: number, isCut: boolean): string {
  if (count === 0) return 'Ninguna actividad';
  return `${isCut ? 'Más de ' : ''}${counted(count, 'actividad', 'actividades')}`;
}
