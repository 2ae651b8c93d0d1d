import { Button } from '@mantine/core';
import { hoursText, type WithdrawnHours as Withdrawn } from '@minga/contract/hours';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { Note } from '../../../components/note.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { dayDate } from '../../../lib/dates.ts';
import { digits } from '../../../lib/digits.ts';
import { ownHours } from '../api/own-hours.ts';
import { hoursByYear } from '../hours-by-year.ts';
import classes from './hours.module.css';
import { HoursOfYear } from './hours-of-year.tsx';
import { PeriodForm } from './period-form.tsx';

/** /mis-horas: how much the user has helped, with certificates. */
export function MyHoursView() {
  const { data, error, refetch } = useQuery(ownHours);
  return (
    <>
      <PageHeading
        title="Mis horas"
        lead="Las horas que ayudaste, como las confirmó quien organizó cada actividad."
      />
      {data === undefined && error && <ErrorPanel error={error} retry={() => void refetch()} />}
      {data === undefined && !error && <LoadingStatus text="Cargando tus horas…" />}
      {data?.count === 0 && <NoHours />}
      {data !== undefined && <WithdrawnHours items={data.withdrawn ?? []} />}
      {data !== undefined && data.count > 0 && (
        <>
          <p className={classes.total}>
            <strong>{hoursText(data.total)}</strong>
            <span>{` en ${data.count === 1 ? 'una actividad' : `${digits(data.count)} actividades`}`}</span>
          </p>
          <PeriodForm />
          {hoursByYear(data.items).map(year => (
            <HoursOfYear key={year.year} year={year} />
          ))}
          {data.items.length < data.count && (
            <p className={classes.hint}>
              {`Aquí ves las ${digits(data.items.length)} más recientes; el total es de todas.`}
            </p>
          )}
        </>
      )}
    </>
  );
}

/** Hours that a decision took, so that they do not vanish without a word. */
const WithdrawnHours = ({ items }: { items: readonly Withdrawn[] }) =>
  items.map(({ _id, title, date, hours, withdrawnAt }) => (
    <Note key={_id} tone="clay">
      {`Ya no cuentan ${hoursText(hours)} en «${title}» (${dayDate(date)}): el ${dayDate(withdrawnAt)} te quitaron de la lista o la administración retiró la actividad. Su constancia quedó anulada.`}
    </Note>
  ));

const NoHours = () => (
  <EmptyState
    drawing="people"
    title="Todavía no tienes horas confirmadas"
    text="Cuando ayudes en una actividad y quien la organiza confirme las horas, las verás aquí y podrás descargar tu constancia."
  >
    <Button renderRoot={props => <Link to="/tasks/lista" {...props} />}>Buscar una actividad</Button>
  </EmptyState>
);
