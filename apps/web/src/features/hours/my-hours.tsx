import { Button } from '@mantine/core';
import { hoursText, type WithdrawalReason, type WithdrawnHours as Withdrawn } from '@minga/contract/hours';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { Fold } from '../../components/form/fold.tsx';
import { MomentInput } from '../../components/form/moment-input.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { dayDate, longDate } from '../../lib/dates/dates.ts';
import { digits } from '../../lib/digits.ts';
import { DOT } from '../../lib/dot.ts';
import { ownHours } from './api.ts';
import { CertificateButton } from './certificate-button.tsx';
import classes from './hours.module.css';
import { hoursByYear, type YearOfHours } from './model.ts';

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
      {data?.count === 0 && <NoHours hasLost={data.withdrawn !== undefined} />}
      {data !== undefined && data.count > 0 && (
        <>
          <p className={classes.total}>
            <strong>{hoursText(data.total)}</strong>
            <span>{` en ${data.count === 1 ? 'una actividad' : `${digits(data.count)} actividades`}`}</span>
            {data.withdrawn !== undefined && (
              <span
                className={classes.without}
              >{`Sin contar ${lostText(data.withdrawn)}, que se retiraron: mira abajo por qué.`}</span>
            )}
          </p>
          <PeriodForm />
          {hoursByYear(data.items).map(year => (
            <HoursOfYear key={year.year} year={year} />
          ))}
          {data.items.length < data.count && (
            <p className={`soft ${classes.hint}`}>
              {`Aquí ves las ${digits(data.items.length)} más recientes; el total es de todas.`}
            </p>
          )}
        </>
      )}
      {data !== undefined && <WithdrawnHours items={data.withdrawn ?? []} />}
    </>
  );
}

const lostText = (items: readonly Withdrawn[]): string =>
  hoursText(items.reduce((sum, { hours }) => sum + hours, 0));

const REASONS: Record<WithdrawalReason, string> = {
  removed: 'Te quitaron de la lista de participantes',
  cancelled: 'Cancelaste tu asistencia',
  rejected: 'La administración retiró la actividad',
  'check-in-undone': 'Quien la organizó deshizo el registro de tu llegada',
  corrected: 'Quien la organizó corrigió las horas',
  replaced: 'Quien la organizó le dio tu lugar a otra persona',
};
const UNKNOWN_REASON = 'Te quitaron de la lista o la administración retiró la actividad';

/** Hours that do not count any more, so that the total explains itself. */
function WithdrawnHours({ items }: { items: readonly Withdrawn[] }) {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={id} className={`stack ${classes.section}`}>
      <h2 id={id} className={`cluster ${classes.title}`}>
        Horas que ya no cuentan
      </h2>
      <p className={`soft ${classes.hint}`}>
        No están en el total. La constancia que las mostraba quedó anulada.
      </p>
      <ul className="stack">
        {items.map(({ _id, title, date, hours, withdrawnAt, reason, remainingHours, taskId, advice }) => (
          <li key={_id} className={`stack card ${classes.activity}`}>
            <div>
              <h3 className={classes.name}>
                {taskId === undefined ? (
                  title
                ) : (
                  <Link to="/actividades/$id" params={{ id: taskId }} className={`target ${classes.link}`}>
                    {title}
                  </Link>
                )}
              </h3>
              <p className={classes.fact}>{longDate(date)}</p>
              <p className={classes.fact}>
                {`${reason === undefined ? UNKNOWN_REASON : REASONS[reason]}, el ${dayDate(withdrawnAt)}.`}
              </p>
              {advice !== undefined && <p className={classes.fact}>{advice}</p>}
            </div>
            <p className={classes.lost}>
              {remainingHours === undefined
                ? `Ya no cuentan ${hoursText(hours)}`
                : `Ya no cuentan ${hoursText(hours)}; te quedan ${hoursText(remainingHours)}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const NoHours = ({ hasLost }: { hasLost: boolean }) => (
  <EmptyState
    drawing="people"
    title={hasLost ? 'Ya no tienes horas que cuenten' : 'Todavía no tienes horas confirmadas'}
    text={`${hasLost ? 'Las que tenías están abajo, con el motivo. ' : ''}Cuando ayudes en una actividad y quien la organiza confirme las horas, las verás aquí y podrás descargar tu constancia.`}
  >
    <Button renderRoot={props => <Link to="/tasks/lista" {...props} />}>Buscar una actividad</Button>
  </EmptyState>
);

/** The activities of one year in which the user helped. */
function HoursOfYear({ year: { year, total, items } }: { year: YearOfHours }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`stack ${classes.section}`}>
      <h2 id={id} className={`cluster ${classes.title}`}>
        <span>{`${year} `}</span>
        <span className={classes.sum}>{hoursText(total)}</span>
      </h2>
      <ul className="stack">
        {items.map(({ _id, taskId, title, date, place, collective, hours, isDeleted, isInReview }) => (
          <li key={_id} className={`stack card ${classes.activity}`}>
            <div>
              <h3 className={classes.name}>
                {isDeleted || isInReview ? (
                  title
                ) : (
                  <Link to="/actividades/$id" params={{ id: taskId }} className={`target ${classes.link}`}>
                    {title}
                  </Link>
                )}
              </h3>
              <p className={classes.fact}>{longDate(date)}</p>
              <p className={classes.fact}>
                {[collective, place].filter(known => known !== null && known !== '').join(DOT)}
              </p>
              {isInReview && (
                <p className={classes.fact}>La administración revisa la actividad; tus horas cuentan.</p>
              )}
              {isDeleted && <p className={classes.fact}>La actividad se eliminó; tus horas se conservan.</p>}
            </div>
            <p className={classes.hours}>{hoursText(hours)}</p>
            <CertificateButton of={{ attendanceId: _id }} description={title} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One certificate of all activities in a period, by default of all time. */
function PeriodForm() {
  const [desde, setDesde] = useState('');
  const [hasta, setHasta] = useState('');
  const [partial, setPartial] = useState({ desde: false, hasta: false });
  const isReversed = desde !== '' && hasta !== '' && desde > hasta;
  return (
    <Fold title="Una sola constancia de varias actividades" summary="" hasError={false}>
      <p className={`soft ${classes.hint}`}>
        Con la lista de tus actividades y el total de horas, a tu nombre como estaba en cada lista. Las horas
        con otro nombre no cuentan en ella: si hay un error, pídele a quien organizó que lo corrija. Deja las
        fechas vacías si quieres todas.
      </p>
      <div className={`stack ${classes.dates}`}>
        <MomentInput
          type="date"
          label="Desde"
          value={desde}
          onChange={event => setDesde(event.currentTarget.value)}
          onPartial={isPartial => setPartial(old => ({ ...old, desde: isPartial }))}
        />
        <MomentInput
          type="date"
          label="Hasta"
          value={hasta}
          error={isReversed && 'El período debe comenzar antes de terminar'}
          onChange={event => setHasta(event.currentTarget.value)}
          onPartial={isPartial => setPartial(old => ({ ...old, hasta: isPartial }))}
        />
      </div>
      {!isReversed && !partial.desde && !partial.hasta && (
        <CertificateButton
          of={{ ...(desde !== '' && { desde }), ...(hasta !== '' && { hasta }) }}
          label="Constancia del período (PDF)"
        />
      )}
    </Fold>
  );
}
