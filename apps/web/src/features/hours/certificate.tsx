import { Button } from '@mantine/core';
import type { Certificate, CertifiedActivity } from '@minga/contract/certificates';
import { hoursText } from '@minga/contract/hours';
import { IconCircleCheck, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { Note } from '../../components/page/note.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { clockTime, dayDate, isSameDay, longDate } from '../../lib/dates/dates.ts';
import { isUnknown } from '../../lib/errors/unknown-row.ts';
import { siteName } from '../../lib/site-name.ts';
import { oneCertificate } from './api.ts';
import classes from './certificate.module.css';

/** /constancia/{number}: what a certificate says, or that it is not valid, for anybody who has its number. */
export function CertificateView({ number }: { number: string }) {
  const { data, error, refetch } = useQuery(oneCertificate(number));
  if (data === undefined && error && isUnknown(error)) return <UnknownCertificate />;
  if (data === undefined && error)
    return <ErrorPanel error={error} retry={() => void refetch()} isWholePage />;
  if (data === undefined) return <LoadingStatus text="Buscando la constancia…" />;
  if (data.isWithdrawn)
    return (
      <>
        <PageHeading title="Esta constancia fue retirada" lead={`Constancia número ${data.number}`} />
        <Note tone="clay">
          {`Ya no se puede comprobar. Se expidió el ${dayDate(data.issuedAt)}, y los datos de la persona se borraron.`}
        </Note>
        <p className="soft spaced">
          Pasa cuando la persona lo pide, o cuando vence el tiempo que se guardan los datos de quienes no
          tienen cuenta.
        </p>
      </>
    );
  if (data.revokedAt !== null)
    return (
      <>
        <PageHeading title="Esta constancia fue anulada" lead={`Constancia número ${data.number}`} />
        <Note tone="clay">
          {`Ya no es válida. Se expidió el ${dayDate(data.issuedAt)} y se anuló el ${dayDate(data.revokedAt)}.`}
        </Note>
        <p className="soft spaced">
          Pasa cuando cambian las horas o los datos que decía, o cuando se retiran. Pídele a la persona su
          constancia más reciente.
        </p>
      </>
    );
  return <CertificateContent certificate={data} />;
}

const UnknownCertificate = () => (
  <>
    <PageHeading title="No existe una constancia con ese número" windowTitle="Constancia" />
    <EmptyState
      drawing="path"
      title="Revisa el número"
      text={`Está debajo de «Constancia número», como ABCD-EFGH-JKMN. Si lo escribiste bien, esa constancia no la dio ${siteName}, o la persona eliminó su cuenta.`}
    />
  </>
);

/** A valid certificate, with everything that is printed on it. */
function CertificateContent({ certificate }: { certificate: Certificate }) {
  const { number, name, hours, period, activities, issuedAt } = certificate;
  return (
    <article className={classes.certificate}>
      <p className={`row strong ${classes.valid}`}>
        <IconCircleCheck size={24} aria-hidden />
        Esta constancia es válida
      </p>
      <PageHeading title="Constancia de horas" windowTitle={`Constancia ${number}`} />
      <p className={classes.intro}>{`${siteName} hace constar que`}</p>
      <p className={classes.name}>{name}</p>
      <p className={classes.intro}>ayudó como voluntaria o voluntario durante</p>
      <p className={classes.hours}>{hoursText(hours ?? 0)}</p>
      {period !== null && <p className={classes.intro}>{daysText(period, activities.length)}</p>}
      <ul className={classes.activities}>
        {activities.map(activity => (
          <li key={`${activity.date}${activity.title}`}>
            <Facts activity={activity} />
          </li>
        ))}
      </ul>
      <p className="soft spaced">Las horas de cada actividad las confirmó quien la organizó.</p>
      <dl className={classes.facts}>
        <dt>Constancia número</dt>
        <dd>{number}</dd>
        <dt>Expedida el</dt>
        <dd>{dayDate(issuedAt)}</dd>
      </dl>
      <Button
        variant="default"
        className={classes.print}
        leftSection={<IconPrinter size={20} aria-hidden />}
        onClick={() => window.print()}
      >
        Imprimir
      </Button>
    </article>
  );
}

const Facts = ({ activity }: { activity: CertifiedActivity }) => {
  const { title, date, endDate, place, collective, hours } = activity;
  const facts = [
    ['Fecha', periodText(date, endDate)],
    ['Lugar', place],
    ['Colectivo', collective ?? ''],
    ['Horas', hoursText(hours)],
  ].filter(([, value]) => value !== '');
  return (
    <>
      <h2 className={classes.title}>{title}</h2>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
};

function daysText({ from, until }: NonNullable<Certificate['period']>, count: number): string {
  const what = `en ${count === 1 ? 'una actividad' : `${count} actividades`}`;
  const day = (text: string) => dayDate(`${text}T12:00:00Z`, 'UTC');
  if (from !== null && until !== null) return `${what}, del ${day(from)} al ${day(until)}`;
  if (from !== null) return `${what}, desde el ${day(from)}`;
  return until === null ? what : `${what}, hasta el ${day(until)}`;
}

/** '…, 9:00 a. m., hasta las 11:00 a. m.', or with the day if the end is on another. */
function periodText(date: string, endDate: string | null): string {
  if (endDate === null) return longDate(date);
  if (!isSameDay(date, endDate)) return `${longDate(date)}, hasta el ${longDate(endDate)}`;
  const time = clockTime(endDate);
  return `${longDate(date)}, hasta ${time.startsWith('1:') ? 'la' : 'las'} ${time}`;
}
