import { type LocationText, locationRows } from '@minga/contract/location-texts';
import type { Claim, Need } from '@minga/contract/needs';
import { SITE_NAME } from '@minga/contract/site-words';
import { longDate, longPeriod } from '../../platform/local-time.ts';
import type { Email } from '../../platform/mail/email.ts';
import type { MailCause } from '../../platform/mail/mailer.ts';
import { chatText, mailText, notice, noticeTemplate, refusalText } from '../../platform/mail/notice.tsx';
import type { Attachment } from '../../platform/mail/schema.ts';
import { activitySubject } from '../../platform/mail/subject.ts';
import type { MailContext } from '../../platform/platform.ts';
import { type LocationRow, mailedLocation } from '../activities/presenter.ts';
import type { AttendanceRow } from './repository.ts';

/** The facts of an activity in e-mails to attendees. */
export interface MailActivity extends LocationRow {
  readonly chatUrl: string | null;
  readonly id: string;
  readonly title: string;
  readonly date: Date;
  readonly endDate: Date | null;
}

export type Facts = Readonly<Record<'when' | 'where', string> & Record<LocationText, string | null>> & {
  readonly companions: string | null;
  /** The party's claims as text, or null if it has none. */
  readonly claimed: string | null;
};

interface Party {
  readonly companions: number;
  /** The party's claims as text, or null if it has none. */
  readonly claimed: string | null;
  readonly isConfirmed: boolean;
}

/** The facts for an e-mail. Directions to a private location are included only if the place is confirmed. */
export const factsOf = (
  { date, endDate, ...location }: Omit<MailActivity, 'id' | 'title'>,
  { companions, claimed, isConfirmed }: Party,
  timeZone: string,
): Facts => ({
  when: longPeriod(date, endDate, timeZone),
  where: location.place || 'Por confirmar',
  ...mailedLocation(location, isConfirmed),
  claimed,
  companions: partyText(companions),
});

const partyText = (companions: number): string | null =>
  companions === 0 ? null : `Tú y ${companions} ${companions === 1 ? 'persona' : 'personas'} más`;

/** A party's claims as text, such as 'Cocina, 2 de Palas', or null if it has none. */
export function claimedText(needs: readonly Need[], claims: readonly Claim[]): string | null {
  const quantities = new Map(claims.map(({ needId, quantity }) => [needId, quantity]));
  const texts = needs.flatMap(({ _id, name }) => {
    const quantity = quantities.get(_id) ?? 0;
    if (quantity === 0) return [];
    return quantity === 1 ? name : `${quantity} de ${name}`;
  });
  return texts.length === 0 ? null : texts.join(', ');
}

export const factRows = ({ when, where, companions, claimed, ...texts }: Facts) => [
  { label: 'Cuándo', value: when },
  { label: 'Dónde', value: where },
  ...locationRows(texts),
  ...partyRows({ companions, claimed }),
];

const partyRows = ({ companions, claimed }: Pick<Facts, 'companions' | 'claimed'>) => [
  ...(claimed === null ? [] : [{ label: 'Ayudas o llevas', value: claimed }]),
  ...(companions === null ? [] : [{ label: 'Quiénes van', value: companions }]),
];

interface Expected extends Facts {
  readonly name: string;
  readonly title: string;
  /** The subject, which contains no text of users if the address is not proved. */
  readonly subject: string;
  readonly page: string;
  readonly personalUrl: string | null;
  readonly addedBy: string | null;
  /** The address of the chat, or null. */
  readonly chat: string | null;
  /** The page where a person whom an organiser added leaves the list, or null. */
  readonly refusalUrl: string | null;
}

/**
 * The address of the chat for an e-mail that its recipient caused, otherwise null: what a person gets because somebody else acted has no
 * link of the organiser's making (docs/rules.md R23.1).
 */
export function mailedChat(
  { chatUrl }: Pick<MailActivity, 'chatUrl'>,
  { cause, addedBy }: { readonly cause: MailCause; readonly addedBy: string | null },
): string | null {
  const isByOther = cause === 'site' || (typeof cause === 'object' && 'accountId' in cause);
  return addedBy !== null || isByOther ? null : chatUrl;
}

interface Recipient {
  readonly name: string;
  readonly email: string;
  readonly companions: number;
  /** The party's claims as text, or null if it has none. */
  readonly claimed: string | null;
}

const SEE_OR_CANCEL = 'Ver o cancelar mi asistencia';
const DATES_ATTACHED = 'Con el archivo adjunto agregas a tu calendario las fechas en las que tienes cupo.';

const WHY_CONFIRMED = `Recibes este correo porque con esta dirección se confirmó la asistencia a una actividad en ${SITE_NAME}. Si no fuiste tú, puedes ignorarlo.`;

const expected = noticeTemplate(
  ({ name, title, subject, page, personalUrl, addedBy, chat, refusalUrl, ...facts }: Expected) => ({
    subject,
    reason: WHY_CONFIRMED,
    heading: mailText`¡Te esperamos, ${name}!`,
    body: [
      mailText`${
        addedBy === null
          ? `Quedó confirmada tu asistencia a «${title}».`
          : `${addedBy}, que organiza «${title}», te agregó a la lista de participantes.`
      }`,
      { details: factRows(facts) },
      personalUrl === null
        ? { button: 'Ver la actividad', url: page }
        : { button: SEE_OR_CANCEL, url: personalUrl },
      chatText(chat),
      personalUrl === null
        ? '¿No puedes ir? Cancela ahí, con tu cuenta. Tu código para la puerta está en «Voy a ir».'
        : '¿No puedes ir? Cancela con ese botón: no necesitas cuenta. Ahí está también tu código para la puerta. El enlace es solo tuyo: no lo compartas.',
      refusalUrl === null
        ? mailText`Con el archivo adjunto agregas la actividad a tu calendario. ¿No ves el adjunto? ${{ text: 'Agregar a mi calendario', url: `${page}.ics` }}`
        : refusalText(refusalUrl),
    ],
  }),
);

const GOING = { what: 'Vas', plain: 'Vas a una actividad' };
export const WAITING = { what: 'En lista de espera', plain: 'Estás en lista de espera' };

/**
 * Confirms an attendance. `personalUrl` is the link that shows and cancels it, or null if the address is the account's own.
 * `addedBy` is the organiser's name if organisers added themselves, or null.
 */
export function attendanceEmail(
  { name, email, companions, claimed }: Recipient,
  { id, title, ...activity }: MailActivity,
  {
    personalUrl,
    addedBy,
    chat,
    refusalUrl = null,
    calendar,
  }: Pick<Expected, 'personalUrl' | 'addedBy' | 'chat'> &
    Partial<Pick<Expected, 'refusalUrl'>> & { readonly calendar: readonly Attachment[] },
  context: MailContext,
): Promise<Email> {
  const about = { title: personalUrl === null ? title : null, date: activity.date };
  const party = { companions, claimed, isConfirmed: true };
  return expected(
    email,
    {
      name,
      title,
      subject: activitySubject(GOING, about, context),
      ...factsOf(activity, party, context.settings.timeZone),
      page: `${context.publicUrl}/actividades/${id}`,
      personalUrl,
      addedBy,
      chat,
      refusalUrl,
    },
    // A calendar entry would contain the organiser's text with its links.
    refusalUrl === null ? calendar : [],
  );
}

type Duplicate = Pick<Expected, 'subject' | 'title' | 'personalUrl'>;

const duplicate = noticeTemplate(({ subject, title, personalUrl }: Duplicate) => ({
  subject,
  reason: `Recibes este correo porque alguien escribió esta dirección para confirmar una asistencia en ${SITE_NAME}. Como mucho te avisamos una vez al día por cada actividad.`,
  heading: 'Ya estabas en la lista',
  body: [
    mailText`Alguien escribió tu correo para confirmar que asiste a «${title}», donde ya estás. Nada cambió: tu asistencia sigue igual.`,
    'Si fuiste tú, no tienes que hacer nada. Si no, ten en cuenta que esa persona pudo notar que este correo ya estaba en la lista.',
    personalUrl === null ? null : { button: SEE_OR_CANCEL, url: personalUrl },
  ],
}));

const ON_LIST = { what: 'Ya estás en la lista', plain: 'Ya estás en la lista de una actividad' };

/** Notifies an attendee that the address was entered again. `personalUrl` is null for an account's attendance. */
export const duplicateEmail = (
  email: string,
  { title, date }: Pick<MailActivity, 'title' | 'date'>,
  personalUrl: string | null,
  context: MailContext,
): Promise<Email> => {
  const about = { title: personalUrl === null ? title : null, date };
  return duplicate(email, { subject: activitySubject(ON_LIST, about, context), title, personalUrl });
};

type LinkedAttendance = Pick<AttendanceRow, 'companions' | 'status'>;

type Cancelled = Pick<Expected, 'name' | 'title' | 'subject' | 'page' | 'when' | 'where'>;

const cancelled = noticeTemplate(({ name, title, subject, page, when, where }: Cancelled) => ({
  subject,
  reason: `Recibes este correo porque se canceló la asistencia que esta dirección tenía en ${SITE_NAME}.`,
  heading: mailText`Ya no estás en la lista, ${name}`,
  body: [
    mailText`Cancelaste tu asistencia a «${title}», y tu cupo le sirve a otra persona. Gracias por avisar.`,
    {
      details: [
        { label: 'Cuándo', value: when },
        { label: 'Dónde', value: where },
      ],
    },
    'Con el archivo adjunto la quitas de tu calendario.',
    '¿Cambiaste de idea? Puedes confirmar otra vez en su página.',
    { button: 'Ver la actividad', url: page },
  ],
}));

const CANCELLED = { what: 'Ya no vas', plain: 'Cancelaste tu asistencia a una actividad' };

/**
 * Confirms a cancellation to the attendee, with the file that removes the activity from a calendar. An account's address is proved.
 */
export function cancelledEmail(
  { name, email }: Pick<Recipient, 'name' | 'email'>,
  { id, title, ...activity }: MailActivity,
  { isProved, calendar }: { readonly isProved: boolean; readonly calendar: readonly Attachment[] },
  context: MailContext,
): Promise<Email> {
  const party = { companions: 0, claimed: null, isConfirmed: false };
  const { when, where } = factsOf(activity, party, context.settings.timeZone);
  const page = `${context.publicUrl}/actividades/${id}`;
  const about = { title: isProved ? title : null, date: activity.date };
  const subject = activitySubject(CANCELLED, about, context);
  return cancelled(email, { name, title, subject, page, when, where }, calendar);
}

const OWN = { what: 'Tu asistencia', plain: 'Tu asistencia a una actividad' };

/** Sends the personal links of an address on request, which does not prove the address; `links` must not be empty. */
export function personalLinksEmail(
  email: string,
  links: readonly {
    activity: MailActivity;
    attendance: LinkedAttendance;
    needs: readonly Need[];
    claims: readonly Claim[];
    url: string;
  }[],
  calendar: readonly Attachment[],
  context: MailContext,
): Promise<Email> {
  const { settings } = context;
  const [first, ...others] = links;
  if (first === undefined) throw new Error('the e-mail has no links');
  const isOne = others.length === 0;
  return notice({
    to: email,
    files: calendar,
    subject: isOne
      ? activitySubject(OWN, { title: null, date: first.activity.date }, context)
      : `Tus asistencias en ${SITE_NAME}`,
    reason: `Recibes este correo porque alguien pidió los enlaces de las asistencias que tiene esta dirección en ${SITE_NAME}. Si no fuiste tú, puedes ignorarlo: nada cambia.`,
    heading: isOne ? 'Aquí está tu enlace' : 'Aquí están tus enlaces',
    body: [
      isOne
        ? 'Con este botón ves tu asistencia y, si no puedes ir, la cancelas. El enlace es solo tuyo: no lo compartas.'
        : 'Con cada botón ves una asistencia y, si no puedes ir, la cancelas. Los enlaces son solo tuyos: no los compartas.',
      ...links.map(({ activity, attendance: { companions, status }, needs, claims, url }) => {
        const party = {
          companions,
          claimed: claimedText(needs, claims),
          isConfirmed: status === 'confirmed',
        };
        const facts = factRows(factsOf(activity, party, settings.timeZone));
        return {
          group: [
            { details: [{ label: 'Qué', value: activity.title }, ...facts] },
            { button: SEE_OR_CANCEL, url },
          ],
        };
      }),
      calendar.length === 0 ? null : DATES_ATTACHED,
    ],
  });
}

interface Occurrence {
  readonly activity: MailActivity;
  /** The position on the waiting list, from 1, or null if the place is confirmed. */
  readonly position: number | null;
}

interface SentSeries {
  /** The link that shows and cancels each date, or null if the address is the account's own. */
  readonly personalUrl: string | null;
  /** The organiser who added the attendee, or null. */
  readonly addedBy: string | null;
  /** The address of the chat, or null. */
  readonly chat: string | null;
  /** One calendar file with the dates that have a place; empty if none has. */
  readonly calendar: readonly Attachment[];
}

/**
 * Confirms the attendance of occurrences of a series, of which there must be at least one. The party claims the same on each date with a
 * place.
 */
export function seriesEmail(
  { name, email, companions, claimed }: Recipient,
  occurrences: readonly Occurrence[],
  { personalUrl, addedBy, chat, calendar }: SentSeries,
  context: MailContext,
): Promise<Email> {
  const { publicUrl, settings } = context;
  const [first] = occurrences;
  if (first === undefined) throw new Error('the e-mail of a series has no dates');
  const { id, title, date } = first.activity;
  const about = { title: personalUrl === null ? title : null, date, isFirst: occurrences.length > 1 };
  const dates = occurrences.length === 1 ? 'en una fecha' : `en ${occurrences.length} fechas`;
  return notice({
    to: email,
    files: calendar,
    subject: activitySubject(seriesWhat(occurrences), about, context),
    reason: WHY_CONFIRMED,
    heading: mailText`¡Te esperamos, ${name}!`,
    body: [
      addedBy === null
        ? `Quedó guardada tu asistencia a «${title}», ${dates}:`
        : `${addedBy}, que organiza «${title}», te agregó a la lista de participantes, ${dates}:`,
      {
        details: [
          ...occurrences.map(({ activity, position }) => ({
            label: longDate(activity.date, settings.timeZone),
            value: [
              activity.place || 'Lugar por confirmar',
              ...(position === null ? [] : [`en lista de espera, puesto ${position}`]),
            ].join(' · '),
          })),
          ...partyRows({ companions: partyText(companions), claimed }),
        ],
      },
      personalUrl === null
        ? { button: 'Ver la actividad', url: `${publicUrl}/actividades/${id}` }
        : { button: 'Ver o cancelar mis fechas', url: personalUrl },
      chatText(chat),
      personalUrl === null
        ? '¿No puedes ir a alguna? Cancélala ahí, con tu cuenta. Tu código para la puerta de cada fecha está en «Voy a ir».'
        : '¿No puedes ir a alguna? Cancélala con ese botón: no necesitas cuenta. Ahí está también tu código para la puerta de cada fecha. El enlace es solo tuyo: no lo compartas.',
      calendar.length === 0 ? null : DATES_ATTACHED,
    ],
  });
}

/** Says how many dates the party has, or that it waits for all of them. */
function seriesWhat(occurrences: readonly Occurrence[]) {
  if (occurrences.every(({ position }) => position !== null)) return WAITING;
  const count = occurrences.length;
  if (count === 1) return GOING;
  const what = `Vas a ${count} fechas`;
  return { what, plain: `${what} de una actividad` };
}
