import { Skeleton } from '@mantine/core';
import { getRetention, type Retention } from '@minga/contract/administration/retention';
import { useQuery } from '@tanstack/react-query';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { dayDate } from '../../../lib/dates/dates.ts';
import { counted, digits } from '../../../lib/digits.ts';
import { query } from '../../../lib/server/queries.ts';
import { content } from '../api.ts';
import { Loaded } from '../errors.tsx';
import { PanelTable, type TableDescription } from '../panel-table.tsx';
import { StatusPart } from '../system/system-facts.tsx';
import reportClasses from '../tabs.module.css';

/** 'Datos personales': what visitors' data will be erased, and what was. */
export function RetentionTab() {
  return (
    <Loaded
      query={useQuery({ ...query(getRetention), ...content })}
      fallback="Error al revisar los datos personales"
      errorText="No pudimos revisar los datos personales."
      loading={
        <>
          <LoadingStatus text="Revisando los datos personales..." isHidden />
          <div className={`stack gap-xl ${reportClasses.report}`} aria-hidden="true">
            <Skeleton height={118} />
            <Skeleton height={220} />
          </div>
        </>
      }
    >
      {retention => <RetentionReport retention={retention} />}
    </Loaded>
  );
}

/** Noon in UTC is the same day in every time zone of America. */
const atNoon = (day: string) => `${day}T12:00:00.000Z`;

const erasures: TableDescription<Retention['erased'][number]> = {
  idOf: ({ day }) => day,
  columns: [
    { name: 'Día', width: 'minmax(0, 2fr)', label: '', cell: ({ day }) => dayDate(atNoon(day)) },
    { name: 'Personas', width: 'minmax(0, 1fr)', cell: ({ people }) => digits(people) },
  ],
};

const RetentionReport = ({ retention: { days, upcoming, erased } }: { retention: Retention }) => (
  <div className={`stack gap-xl ${reportClasses.report}`}>
    <h2 className={`title ${reportClasses.heading}`}>Datos de quienes van sin cuenta</h2>
    <StatusPart title="Lo que se va a borrar" hint={upcomingText(upcoming)}>
      {() => (
        <p className="spaced">
          {`El nombre y el contacto de quienes van sin cuenta se borran ${daysText(days)} después de la actividad. Cuántos días son lo elige quien mantiene el servidor. Los números de asistencia y las horas se conservan.`}
        </p>
      )}
    </StatusPart>
    <StatusPart
      title="Lo que se borró"
      hint={erased.length === 0 && 'Todavía nada. Cada noche se borra lo que cumplió su tiempo.'}
    >
      {headingId => erased.length > 0 && <PanelTable of={erasures} rows={erased} labelledBy={headingId} />}
    </StatusPart>
  </div>
);

const daysText = (days: number) => counted(days, 'día', 'días');

function upcomingText({ people, activities, from }: Retention['upcoming']): string {
  if (from === null) return 'En los próximos 30 días no se borra nada.';
  const who = people === 1 ? 'los datos de 1 persona' : `los datos de ${digits(people)} personas`;
  const where = counted(activities, 'actividad', 'actividades');
  return `En los próximos 30 días: ${who} en ${where}, desde el ${dayDate(from)}.`;
}
