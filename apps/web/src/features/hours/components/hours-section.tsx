import { Text } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { TitledSection } from '../../../components/titled-section.tsx';
import { counted, digits } from '../../../lib/digits.ts';
import { arrivals } from '../confirm-api.ts';
import classes from './hours.module.css';
import { HoursForm } from './hours-form.tsx';

/** It has begun. */
type Shown = Pick<Activity, '_id' | 'date' | 'endDate'>;

/** How many people came and how long they helped: organisers confirm it after the activity (docs/rules.md R18.4). */
export function HoursSection({ activity }: { activity: Shown }) {
  return (
    <TitledSection title="Horas">
      <Arrivals activity={activity} />
    </TitledSection>
  );
}

function Arrivals({ activity }: { activity: Shown }) {
  const { data, error, refetch } = useQuery(arrivals(activity._id));
  if (data === undefined && error) return <ErrorPanel error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingStatus text="Cargando quiénes llegaron…" />;
  if (data.length === 0)
    return (
      <Text c="dimmed">
        Las horas se confirman a quienes llegaron. Registra las llegadas en la puerta y vuelve aquí.
      </Text>
    );
  const companions = data.reduce((sum, party) => sum + party.companions, 0);
  return (
    <>
      <p className={classes.count}>{arrivedText(data.length, companions)}</p>
      <HoursForm activity={activity} arrivals={data} />
    </>
  );
}

function arrivedText(people: number, companions: number): string {
  const came =
    people === 1 ? 'Llegó 1 persona de la lista' : `Llegaron ${digits(people)} personas de la lista`;
  if (companions === 0) return `${came}.`;
  const more = counted(companions, 'acompañante', 'acompañantes');
  return `${came}, con ${more}. Las horas son de quien está en la lista.`;
}
