import { Button } from '@mantine/core';
import type { Certificate, CertifiedActivity } from '@minga/contract/certificates';
import { hoursText } from '@minga/contract/hours';
import { IconCircleCheck, IconPrinter } from '@tabler/icons-react';
import { PageHeading } from '../../../components/page-heading.tsx';
import { dayDate } from '../../../lib/dates.ts';
import { periodText } from '../../../lib/period-text.ts';
import classes from './certificate.module.css';

/** A valid certificate, with everything that is printed on it. */
export function CertificateContent({ certificate }: { certificate: Certificate }) {
  const { number, name, hours, period, activities, issuedAt } = certificate;
  return (
    <article className={classes.certificate}>
      <p className={classes.valid}>
        <IconCircleCheck size={24} aria-hidden />
        Esta constancia es válida
      </p>
      <PageHeading title="Constancia de horas" windowTitle={`Constancia ${number}`} />
      <p className={classes.intro}>Minga hace constar que</p>
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
      <p className={classes.hint}>Las horas de cada actividad las confirmó quien la organizó.</p>
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
