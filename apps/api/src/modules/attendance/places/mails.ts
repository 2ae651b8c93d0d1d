import type { Need } from '@minga/contract/needs';
import { SITE_NAME } from '@minga/contract/site-words';
import { longDate } from '../../../platform/local-time.ts';
import type { Email } from '../../../platform/mail/email.ts';
import type { MailCause, OutgoingEmail } from '../../../platform/mail/mailer.ts';
import { mailText, noticeTemplate, refusalText } from '../../../platform/mail/notice.tsx';
import type { Attachment } from '../../../platform/mail/schema.ts';
import { activitySubject } from '../../../platform/mail/subject.ts';
import type { MailContext } from '../../../platform/platform.ts';
import type { CalendarFiles } from '../../activities/calendar/service.ts';
import { type ArrivalMail, arrivalMail } from '../links/service.ts';
import {
  attendanceEmail,
  claimedText,
  type Facts,
  factRows,
  factsOf,
  type MailActivity,
  mailedChat,
  WAITING,
} from '../mails.ts';
import type { AttendanceRow, AttendanceView } from '../repository.ts';
import { refusalUrlOf } from '../rules.ts';

interface Recipient {
  readonly name: string;
  readonly email: string;
  readonly companions: number;
  /** Set if an organiser added the recipient, who has not confirmed. */
  readonly addition: AttendanceRow['addition'];
}

/** The personal link, or null if the attendance is an account's, whose address is proved. */
type PersonalUrl = string | null;

interface Values extends Facts {
  /** The subject, which contains no text of users if the address is not proved. */
  readonly subject: string;
  readonly name: string;
  readonly title: string;
  readonly url: string;
  /** The page where a person whom an organiser added leaves the list, or null. */
  readonly refusalUrl: string | null;
}

const REASON = `Recibes este correo porque alguien dio esta dirección para ir a una actividad en ${SITE_NAME}. Si no fuiste tú, puedes ignorarlo.`;

interface WaitingValues extends Values {
  readonly position: string;
  /** The reason why the party waits; the title follows it. */
  readonly reason: string;
}

const waiting = noticeTemplate(
  ({ subject, name, title, url, refusalUrl, position, reason, ...facts }: WaitingValues) => ({
    subject,
    reason: REASON,
    heading: mailText`Estás en lista de espera, ${name}`,
    body: [
      mailText`${reason} «${title}». Tu puesto en la lista es el ${position}. Si se libera un cupo para ti, te escribimos enseguida.`,
      { details: factRows(facts) },
      { button: 'Ver mi puesto o salir de la lista', url },
      refusalText(refusalUrl),
    ],
  }),
);

/** Notifies an attendee of the position on the waiting list, which counts from 1. */
export const waitingEmail = (
  to: Recipient,
  activity: MailActivity,
  { personalUrl, position }: { personalUrl: PersonalUrl; position: number },
  context: MailContext,
): Promise<Email> =>
  waiting(to.email, {
    ...valuesOf(to, activity, { personalUrl, subject: WAITING }, context),
    position: String(position),
    // A party may wait although some places are free, because it does not fit into them.
    reason:
      to.companions === 0
        ? 'Ya no hay cupos para'
        : `No quedan cupos suficientes para las ${to.companions + 1} personas de tu grupo en`,
  });

const OFFERED = { what: 'Hay un cupo para ti', plain: 'Hay un cupo para ti en una actividad' };

const offer = noticeTemplate(
  ({ subject, name, title, url, refusalUrl, until, ...facts }: Values & { until: string }) => ({
    subject,
    reason: REASON,
    heading: mailText`Hay un cupo para ti, ${name}`,
    body: [
      mailText`Se liberó un cupo en «${title}» y te toca a ti. Te lo guardamos hasta el ${until}; después se lo ofrecemos a la siguiente persona de la lista.`,
      { details: factRows(facts) },
      { button: 'Aceptar el cupo o dejarlo pasar', url },
      refusalText(refusalUrl),
    ],
  }),
);

/** Offers a party a place until `expiresAt`. */
export const offerEmail = (
  to: Recipient,
  activity: MailActivity,
  { personalUrl, expiresAt }: { personalUrl: PersonalUrl; expiresAt: Date },
  context: MailContext,
): Promise<Email> =>
  offer(to.email, {
    ...valuesOf(to, activity, { personalUrl, subject: OFFERED }, context),
    until: longDate(expiresAt, context.settings.timeZone),
  });

type AskedValues = Values &
  ArrivalMail['values'] & {
    /** The sentence about the calendar file, or null if none is attached. */
    readonly file: string | null;
  };

const STILL_COMING = { what: '¿Sigues viniendo?', plain: '¿Sigues viniendo? Cuéntanos hoy' };

const reconfirm = noticeTemplate(
  ({ subject, name, title, url, refusalUrl, arrivalPage, arrivalImage, file, ...facts }: AskedValues) => ({
    subject,
    reason: REASON,
    heading: mailText`¿Sigues viniendo, ${name}?`,
    body: [
      mailText`Ya casi es «${title}». Dinos si vienes: si ya no puedes, tu cupo le sirve a otra persona.`,
      { details: factRows(facts) },
      { button: 'Responder si voy o no', url },
      { arrivalPage, arrivalImage },
      file,
      refusalText(refusalUrl),
    ],
  }),
);

/** Asks a party with a place, on the day before, to reconfirm. */
export function reconfirmEmail(
  to: Recipient & Pick<AttendanceRow, 'id' | 'code' | 'addition'>,
  activity: MailActivity,
  { personalUrl, calendar }: { readonly personalUrl: PersonalUrl; readonly calendar: readonly Attachment[] },
  context: MailContext,
): Promise<Email> {
  const { values, attachments } = arrivalMail(context, to);
  const facts = valuesOf(to, activity, { personalUrl, subject: STILL_COMING, isConfirmed: true }, context);
  // A calendar entry would contain the organiser's text with its links.
  const files = to.addition === null ? calendar : [];
  const file = files.length === 0 ? null : 'Con el archivo adjunto agregas la actividad a tu calendario.';
  return reconfirm(to.email, { ...facts, ...values, file }, [...files, ...attachments]);
}

type Missed = Pick<Values, 'subject' | 'name' | 'title'> & { readonly url: string | null };

const PASSED_ON = { what: 'El cupo pasó a otra persona', plain: 'El cupo pasó a otra persona' };
const EXPIRED = { what: 'Se venció tu cupo', plain: 'Se venció el cupo que te guardábamos' };

const missed = noticeTemplate(({ subject, name, title, url }: Missed) => ({
  subject,
  reason: REASON,
  heading: url === null ? 'Se venció el cupo que te guardábamos' : 'El cupo pasó a otra persona',
  body: [
    mailText`${name}, no alcanzamos a recibir tu respuesta, así que el cupo que te guardábamos en «${title}» ${url === null ? 'se venció cuando la actividad comenzó' : 'se le ofreció a la siguiente persona'} y saliste de la lista de espera.`,
    ...(url === null
      ? []
      : [
          '¿Todavía quieres ir? Puedes entrar otra vez a la lista de espera.',
          { button: 'Volver a la lista de espera', url },
        ]),
    '¿La tenías en tu calendario? Con el archivo adjunto la quitas.',
  ],
}));

/**
 * Notifies a party that its offer has expired. `canQueue` is false once the activity has started, when the
 * waiting list is closed.
 */
export function missedEmail(
  { name, email, isProved }: Pick<Recipient, 'name' | 'email'> & { readonly isProved: boolean },
  { id, title, date }: Pick<MailActivity, 'id' | 'title' | 'date'>,
  { canQueue, calendar }: { readonly canQueue: boolean; readonly calendar: readonly Attachment[] },
  context: MailContext,
): Promise<Email> {
  const about = { title: isProved ? title : null, date };
  return missed(
    email,
    {
      subject: activitySubject(canQueue ? PASSED_ON : EXPIRED, about, context),
      name,
      title,
      url: canQueue ? `${context.publicUrl}/actividades/${id}` : null,
    },
    calendar,
  );
}

interface Told {
  readonly personalUrl: PersonalUrl;
  readonly subject: Parameters<typeof activitySubject>[0];
  readonly isConfirmed?: boolean;
}

function valuesOf(
  { name, companions, addition }: Recipient,
  { id, title, ...activity }: MailActivity,
  { personalUrl, subject, isConfirmed = false }: Told,
  context: MailContext,
): Values {
  const about = { title: personalUrl === null ? title : null, date: activity.date };
  return {
    ...factsOf(activity, { companions, claimed: null, isConfirmed }, context.settings.timeZone),
    subject: activitySubject(subject, about, context),
    name,
    title,
    url: personalUrl ?? `${context.publicUrl}/actividades/${id}`,
    refusalUrl: addition === null || personalUrl === null ? null : refusalUrlOf(personalUrl),
  };
}

interface Sent {
  /** The personal link, or null for an account's attendance, whose address is proved. */
  readonly personalUrl: string | null;
  /** The organiser who added the attendee, or null. */
  readonly addedBy: string | null;
  /** The needs of the activity; without them the e-mail does not list the claims. */
  readonly needs?: readonly Need[];
  readonly cause: MailCause;
  /** Creates the calendar files; must be created after the attendance was stored. */
  readonly filesOf: CalendarFiles;
}

/** Creates the e-mail about the state of an attendance: confirmed, waiting or offered. */
export async function stateEmail(
  { row: { name, email, companions, offerExpiresAt, addition }, position, claims }: AttendanceView,
  activity: MailActivity,
  { personalUrl, addedBy, needs = [], cause, filesOf }: Sent,
  context: MailContext,
): Promise<OutgoingEmail> {
  const to = {
    name: name ?? '',
    email: email ?? '',
    companions,
    addition,
    claimed: claimedText(needs, claims),
  };
  const about = { cause, activityId: activity.id };
  if (offerExpiresAt !== null) {
    const offer = offerEmail(to, activity, { personalUrl, expiresAt: offerExpiresAt }, context);
    return { kind: 'offerEmail', email: await offer, ...about };
  }
  return position === null
    ? {
        kind: 'attendanceEmail',
        email: await attendanceEmail(
          to,
          activity,
          {
            personalUrl,
            addedBy,
            chat: mailedChat(activity, { cause, addedBy }),
            refusalUrl: addition === null || personalUrl === null ? null : refusalUrlOf(personalUrl),
            calendar: filesOf([{ activityId: activity.id, isConfirmed: true }]),
          },
          context,
        ),
        ...about,
      }
    : {
        kind: 'waitingEmail',
        email: await waitingEmail(to, activity, { personalUrl, position }, context),
        ...about,
      };
}
