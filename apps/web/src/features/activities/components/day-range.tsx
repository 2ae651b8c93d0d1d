import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { siteDay } from '../../../lib/dates.ts';
import { now } from '../../../lib/now.ts';

// The calendar's library loads after the screen.
const DayField = lazy(() =>
  import('../../../components/form/day-field.tsx').then(module => ({ default: module.DayField })),
);

interface Days {
  /** `2026-12-05`, or empty. */
  desde: string;
  hasta: string;
}

interface Props extends Days {
  onChange: (days: Days) => void;
}

/** Two optional days. Choosing one after the other's end clears the other. */
export function DayRange({ desde, hasta, onChange }: Props) {
  const shared = { placeholder: 'Cualquier día', today: siteDay(now()) };
  return (
    <>
      <Suspense fallback={<Skeleton height="4.5rem" />}>
        <DayField
          {...shared}
          label="Desde"
          value={desde}
          onChange={day => onChange({ desde: day, hasta: day > hasta ? '' : hasta })}
        />
      </Suspense>
      <Suspense fallback={<Skeleton height="4.5rem" />}>
        <DayField
          {...shared}
          label="Hasta"
          value={hasta}
          onChange={day => onChange({ desde: day !== '' && desde > day ? '' : desde, hasta: day })}
        />
      </Suspense>
    </>
  );
}
