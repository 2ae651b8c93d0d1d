import { failureSentence } from '@minga/contract/failure-sentences';
import type { SystemStatus } from '@minga/contract/system';
import { type ReactNode, type RefObject, useId } from 'react';
import { now } from '../../../lib/dates/now.ts';
import { timeAgo } from '../../../lib/dates/time-ago.ts';
import { digits } from '../../../lib/digits.ts';
import { siteName } from '../../../lib/site-name.ts';
import panelClasses from '../statistics.module.css';
import classes from '../tabs.module.css';

interface Fact {
  readonly name: string;
  readonly text: string;
  readonly detail?: string | false;
}

/** Version, start time, database, backup, e-mail and disk. */
export const SystemFacts = ({ status }: { status: SystemStatus }) => (
  <StatusPart title={`${siteName} y su máquina`}>
    {() => (
      <dl>
        {factsOf(status).map(({ name, text, detail }) => (
          <div key={name} className={classes.fact}>
            <dt className="soft">{name}</dt>
            <dd className={classes.text}>
              <span>{text}</span>
              {detail && <span className={`soft small ${classes.detail}`}>{detail}</span>}
            </dd>
          </div>
        ))}
      </dl>
    )}
  </StatusPart>
);

function factsOf({ version, commit, startedAt, database, backup, letters, images }: SystemStatus): Fact[] {
  const time = now();
  return [
    { name: 'Versión', text: commit === null ? version : `${version} (${commit})` },
    {
      name: 'En marcha desde',
      text: timeAgo(startedAt, time),
      detail: 'El proceso que te responde; puede haber otros.',
    },
    {
      name: 'Base de datos',
      text: `Responde en ${milliseconds.format(database.answerMs)} ms`,
      detail: `Ocupa ${bytesText(database.bytes)}`,
    },
    { name: 'Última copia de seguridad', ...backupFact(backup, time) },
    {
      name: 'Último correo enviado',
      text: letters.lastSentAt === null ? 'Ninguno todavía' : timeAgo(letters.lastSentAt, time),
      detail: mailDetail(letters),
    },
    {
      name: 'Imágenes',
      text: images.count === 1 ? 'Una imagen' : `${digits(images.count)} imágenes`,
      detail:
        images.disk === null
          ? 'En un almacén compatible con S3'
          : `Quedan ${bytesText(images.disk.freeBytes)} libres de ${bytesText(images.disk.totalBytes)}`,
    },
  ];
}

function mailDetail({ isLocalMailbox, isKept, isHeld, expired }: SystemStatus['letters']): string | false {
  if (isHeld) return 'Retenidos desde que se restauró una copia: se guardan hasta que se suelten.';
  if (isLocalMailbox) return 'Sin servidor de correo: los mensajes quedan en el correo local.';
  if (isKept) return 'Sin servidor de correo: los mensajes se guardan y salen cuando lo haya.';
  if (expired === 0) return false;
  return expired === 1
    ? 'Un correo no se envió: ya no servía cuando pudo salir, o pasaron 90 días.'
    : `${digits(expired)} correos no se enviaron: ya no servían cuando pudieron salir, o pasaron 90 días.`;
}

function backupFact({ last, isExpected }: SystemStatus['backup'], time: Date): Omit<Fact, 'name'> {
  if (last !== null) {
    return {
      text: `${timeAgo(last.finishedAt, time)} (${bytesText(last.bytes)})`,
      detail: `Se hizo en ${durationText(last.milliseconds)}`,
    };
  }
  if (isExpected)
    return {
      text: 'Nunca',
      detail: 'Quien mantiene el servidor la hace con «sudo minga backup -- carpeta».',
    };
  return {
    text: `Ninguna con ${siteName}`,
    detail: 'Este sitio las guarda por otro medio (BACKUP_ALARM_HOURS=0).',
  };
}

const milliseconds = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 });

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;
const STEP = 1024;

const format = new Intl.NumberFormat('es-CO', { maximumSignificantDigits: 3 });

/** '34,2 MB', with three significant digits. */
export function bytesText(bytes: number): string {
  let size = bytes / STEP;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  return `${format.format(size)} ${UNITS[unit]}`;
}

const MINUTE_MS = 60_000;

const unit = (name: 'second' | 'minute') =>
  new Intl.NumberFormat('es-CO', { style: 'unit', unit: name, unitDisplay: 'long' });
const [seconds, minutes] = [unit('second'), unit('minute')];

/** '42 segundos', '3 minutos', rounded up. */
export function durationText(milliseconds: number): string {
  if (milliseconds > MINUTE_MS) return minutes.format(Math.ceil(milliseconds / MINUTE_MS));
  return seconds.format(Math.max(1, Math.ceil(milliseconds / 1000)));
}

interface Props {
  title: string;
  /** A text below the title. */
  hint?: string | false;
  /** A button next to the title. */
  action?: ReactNode;
  headingRef?: RefObject<HTMLHeadingElement | null>;
  /** The content, labelled by the heading with this id. */
  children: (headingId: string) => ReactNode;
}

/** One section of the report. */
export function StatusPart({ title, hint, action, headingRef, children }: Props) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={`card ${panelClasses.panel}`}>
      <div className={`bar ${classes.partHeader}`}>
        <h3 id={headingId} ref={headingRef} tabIndex={-1} className={classes.title}>
          {title}
        </h3>
        {action}
      </div>
      {hint && <p className={`soft ${classes.hint}`}>{hint}</p>}
      {children(headingId)}
    </section>
  );
}

/** The reason of a failure in Spanish, and the original code for administrators. */
export const FailureReason = ({ failure }: { failure: string | null }) =>
  failure === null ? (
    <span className="soft">No se sabe</span>
  ) : (
    <span>
      <span>{failureSentence(failure) ?? 'Falló por un problema del programa'}</span>
      <code lang="en" className={`soft fine ${classes.code}`}>
        {failure}
      </code>
    </span>
  );
