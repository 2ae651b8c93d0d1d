import { SITE_NAME } from '@minga/contract/site-words';
import { longDate, longPeriod } from '../../../platform/local-time.ts';
import type { Email } from '../../../platform/mail/email.ts';
import { mailText, noticeTemplate, personalLinkText, refusalText } from '../../../platform/mail/notice.tsx';
import type { Attachment } from '../../../platform/mail/schema.ts';
import { activitySubject } from '../../../platform/mail/subject.ts';
import type { MailContext } from '../../../platform/platform.ts';
import { isOrganiserAsked, type LostHours, lostHoursAdvice } from '../../attendance/hours/rules.ts';
import { NOT_SHOWN, otherOccurrencesSentence } from '../rules.ts';

const WHY = `Recibes este correo porque alguien dio esta dirección para ir a esta actividad en ${SITE_NAME}.`;

const placeOr = (place: string): string => place || 'Por confirmar';

interface Told {
  readonly activityId: string;
  readonly title: string;
  readonly oldDate: Date;
  readonly oldPlace: string;
  readonly date: Date;
  readonly place: string;
}

interface Recipient {
  readonly name: string;
  readonly email: string;
  /** Null for a visitor, whose address is unverified: the subject then contains no text of other users. */
  readonly userId: string | null;
  /** Whether the place is confirmed. False on the waiting list or with an offered place. */
  readonly isConfirmed: boolean;
  /** Number of the series' occurrences that the e-mail is about. */
  readonly dates: number;
}

const alsoOf = ({ dates }: Recipient): string | null =>
  dates === 1 ? null : otherOccurrencesSentence(dates - 1);

interface Links {
  /** The page where a visitor views and cancels the attendance; null for accounts. */
  readonly personalUrl: string | null;
  /** The page where a person whom an organiser added leaves the list, or null. */
  readonly refusalUrl: string | null;
  readonly unsubscribeUrl: string;
  readonly calendar: readonly Attachment[];
}

type Change = Readonly<
  Record<'subject' | 'name' | 'title' | 'relation' | 'when' | 'where' | 'page' | 'unsubscribeUrl', string>
> &
  /** `oldWhen` and `oldWhere` are null if the date or the place has not changed. */
  Readonly<Record<'oldWhen' | 'oldWhere' | 'also', string | null>> &
  Pick<Links, 'personalUrl' | 'refusalUrl'> & {
    /** The address of the calendar file, or null if none is attached. */
    readonly file: string | null;
  };

const change = noticeTemplate(
  ({
    subject,
    name,
    title,
    relation,
    when,
    where,
    oldWhen,
    oldWhere,
    page,
    also,
    personalUrl,
    refusalUrl,
    unsubscribeUrl,
    file,
  }: Change) => ({
    subject,
    reason: WHY,
    unsubscribeUrl,
    heading: mailText`Hola, ${name}`,
    body: [
      mailText`${whatChanged(oldWhen !== null, oldWhere !== null)} de «${title}», ${relation}.`,
      {
        details: [
          { label: oldWhen === null ? 'Cuándo, como estaba' : 'Ahora es', value: when },
          ...(oldWhen === null ? [] : [{ label: 'Antes era', value: oldWhen }]),
          { label: oldWhere === null ? 'Dónde, como estaba' : 'Ahora es en', value: where },
          ...(oldWhere === null ? [] : [{ label: 'Antes era en', value: oldWhere }]),
        ],
      },
      also,
      { button: 'Ver la actividad', url: page },
      personalUrl === null
        ? null
        : personalLinkText('¿Ya no puedes ir?', 'Mira o cancela tu asistencia', personalUrl),
      file === null
        ? null
        : mailText`Con el archivo adjunto se actualiza tu calendario. ¿No ves el adjunto? ${{ text: 'Actualizar mi calendario', url: file }}`,
      refusalText(refusalUrl),
    ],
  }),
);

function whatChanged(isMoved: boolean, isElsewhere: boolean): string {
  if (isMoved && isElsewhere) return 'Cambiaron la fecha y el lugar';
  return isMoved ? 'Cambió la fecha' : 'Cambió el lugar';
}

const changeSubject = (what: string, isConfirmed: boolean) => ({
  what,
  plain: `${what} de una actividad ${isConfirmed ? 'a la que vas' : 'que esperas'}`,
});

/** E-mail about a changed date or place, with the old and the new values. */
export function changeEmail(
  recipient: Recipient,
  {
    activityId,
    title,
    oldDate,
    oldPlace,
    date,
    endDate,
    place: where,
  }: Told & { readonly endDate: Date | null },
  { personalUrl, refusalUrl, unsubscribeUrl, calendar }: Links,
  context: MailContext,
): Promise<Email> {
  const page = `${context.publicUrl}/actividades/${activityId}`;
  // A calendar entry would contain the organiser's text with its links.
  const files = refusalUrl === null ? calendar : [];
  const { timeZone } = context.settings;
  const isMoved = oldDate.getTime() !== date.getTime();
  const isElsewhere = oldPlace !== where;
  return change(
    recipient.email,
    {
      subject: activitySubject(
        changeSubject(whatChanged(isMoved, isElsewhere), recipient.isConfirmed),
        {
          title: recipient.userId === null || refusalUrl !== null ? null : title,
          date,
          isFirst: recipient.dates > 1,
        },
        context,
      ),
      name: recipient.name,
      title,
      relation: recipient.isConfirmed ? 'a la que vas a asistir' : 'en la que esperas un cupo',
      when: longPeriod(date, endDate, timeZone),
      oldWhen: isMoved ? longDate(oldDate, timeZone) : null,
      where: placeOr(where),
      oldWhere: isElsewhere ? placeOr(oldPlace) : null,
      page,
      file: files.length === 0 ? null : `${page}.ics`,
      also: alsoOf(recipient),
      personalUrl,
      refusalUrl,
      unsubscribeUrl,
    },
    files,
  );
}

type Ended = Readonly<
  Record<'subject' | 'name' | 'relation' | 'whenLabel' | 'when' | 'others' | 'unsubscribeUrl', string>
> &
  /** `title` and `where` are null if the activity is not public. `hoursUrl` is null for visitors, or if no hours are lost. */
  Readonly<Record<'title' | 'where' | 'also' | 'attached' | 'hoursUrl' | 'page' | 'advice', string | null>> &
  /** Date and place before a change that the recipient was not told of, or null. */
  Readonly<Record<'oldWhen' | 'oldWhere', string | null>>;

/** Text about lost hours. It mentions «Mis horas» only to accounts, because visitors have no such page. */
const lost = (hasAccount: boolean): string =>
  `Tus horas de ese día ya no cuentan y, si tenías una constancia, quedó anulada.${hasAccount ? ' Siguen en «Mis horas», aparte.' : ''}`;
const LOST_SUBJECT = { what: 'Ya no cuentan tus horas', plain: () => 'Ya no cuentan unas horas tuyas' };

/** Texts by the reason why an attendance or its hours ended: the start of the subject, the one without a title, and the sentence. */
const ends = {
  deletion: {
    what: 'Se canceló',
    plain: (relation: string) => `Se canceló una actividad ${relation}`,
    text: (what: string) =>
      `Quien organizaba ${what} eliminó la actividad: no se hará. Lamentamos el cambio de planes.`,
  },
  withdrawal: {
    what: 'Se retiró',
    plain: (relation: string) => `Se retiró una actividad ${relation}`,
    text: (what: string) =>
      `Quien administra ${SITE_NAME} retiró ${what}, así que ya no está publicada. Antes de ir, pregúntale a quien la organiza si se hará.`,
  },
  removal: {
    what: 'Ya no estás en la lista',
    plain: () => 'Ya no estás en la lista de una actividad',
    text: (what: string) =>
      `Quien organiza ${what} te quitó de la lista de participantes. Si crees que es un error, pregúntale.`,
  },
  'admin-removal': {
    what: 'Ya no estás en la lista',
    plain: () => 'Ya no estás en la lista de una actividad',
    text: (what: string) =>
      `Quien administra ${SITE_NAME} te quitó de la lista de participantes de ${what}. Si crees que es un error, habla con quien administra o con quien la organiza.`,
  },
  'withdrawal-of-hours': {
    ...LOST_SUBJECT,
    text: (what: string, hasAccount: boolean) =>
      `Quien administra ${SITE_NAME} retiró ${what}. ${lost(hasAccount)}`,
  },
  'removal-of-hours': {
    ...LOST_SUBJECT,
    text: (what: string, hasAccount: boolean) =>
      `Quien organizó ${what} te quitó de la lista de participantes. ${lost(hasAccount)}`,
  },
  'correction-of-hours': {
    ...LOST_SUBJECT,
    text: (what: string, hasAccount: boolean) =>
      `Quien organizó ${what} corrigió las horas que te había confirmado: ahora cuentan menos. Si tenías una constancia, quedó anulada; en ${hasAccount ? '«Mis horas»' : 'tu enlace personal'} ves las que quedan y descargas otra.`,
  },
  'loss-of-hours': {
    ...LOST_SUBJECT,
    text: (what: string, hasAccount: boolean) =>
      `Quien organizó ${what} quitó las horas que te había confirmado. ${lost(hasAccount)}`,
  },
  'admin-removal-of-hours': {
    ...LOST_SUBJECT,
    text: (what: string, hasAccount: boolean) =>
      `Quien administra ${SITE_NAME} te quitó de la lista de participantes de ${what}. ${lost(hasAccount)}`,
  },
} as const;

const templateOf = ({ text }: (typeof ends)[keyof typeof ends]) =>
  noticeTemplate(
    ({
      subject,
      name,
      title,
      relation,
      whenLabel,
      when,
      oldWhen,
      where,
      oldWhere,
      also,
      attached,
      hoursUrl,
      advice,
      page,
      others,
      unsubscribeUrl,
    }: Ended) => ({
      subject,
      reason: WHY,
      unsubscribeUrl,
      heading: mailText`Hola, ${name}`,
      body: [
        text(title === null ? `una actividad ${relation}` : `«${title}»`, hoursUrl !== null),
        {
          details: [
            { label: whenLabel, value: when },
            ...(oldWhen === null ? [] : [{ label: 'Antes era', value: oldWhen }]),
            ...(where === null ? [] : [{ label: 'En', value: where }]),
            ...(oldWhere === null ? [] : [{ label: 'Antes era en', value: oldWhere }]),
          ],
        },
        also,
        attached,
        advice === null ? null : [{ literal: advice }],
        hoursUrl !== null
          ? { button: 'Ver mis horas', url: hoursUrl }
          : page !== null
            ? { button: 'Ver la actividad', url: page }
            : { button: 'Buscar otras actividades', url: others },
      ],
    }),
  );

const templates = {
  deletion: templateOf(ends.deletion),
  withdrawal: templateOf(ends.withdrawal),
  removal: templateOf(ends.removal),
  'admin-removal': templateOf(ends['admin-removal']),
  'withdrawal-of-hours': templateOf(ends['withdrawal-of-hours']),
  'removal-of-hours': templateOf(ends['removal-of-hours']),
  'correction-of-hours': templateOf(ends['correction-of-hours']),
  'loss-of-hours': templateOf(ends['loss-of-hours']),
  'admin-removal-of-hours': templateOf(ends['admin-removal-of-hours']),
};

type End = keyof typeof ends;

const losses: Partial<Record<End, LostHours['because']>> = {
  'withdrawal-of-hours': 'rejected',
  'removal-of-hours': 'removed-by-organiser',
  'admin-removal-of-hours': 'removed-by-admin',
  'correction-of-hours': 'corrected',
  'loss-of-hours': 'corrected',
};

/** Advice for a recipient who loses hours, or null if none are lost. */
export function adviceOf(
  type: End,
  isOrganiserThere: boolean,
  settings: MailContext['settings'],
): { readonly text: string; readonly isOrganiserAsked: boolean } | null {
  const because = losses[type];
  if (because === undefined) return null;
  const lost = { because, isOrganiserThere };
  return { text: lostHoursAdvice(lost, settings), isOrganiserAsked: isOrganiserAsked(lost) };
}

function relationOf({ isConfirmed }: Recipient, isPast: boolean): string {
  if (isPast) return 'a la que fuiste';
  return isConfirmed ? 'a la que ibas' : 'en la que esperabas un cupo';
}

/** E-mail about an activity that was cancelled or withdrawn, about a removal from its list, or about lost hours. */
export function endEmail(
  type: End,
  recipient: Recipient,
  {
    activityId,
    title,
    oldDate,
    oldPlace,
    date,
    place: where,
    isOrganiserThere,
  }: Told & { readonly isOrganiserThere: boolean },
  { unsubscribeUrl, calendar }: Pick<Links, 'unsubscribeUrl' | 'calendar'>,
  context: MailContext,
): Promise<Email> {
  const { publicUrl, settings } = context;
  const advice = adviceOf(type, isOrganiserThere, settings);
  const isPast = advice !== null;
  const { what, plain } = ends[type];
  const relation = relationOf(recipient, isPast);
  const subjectTitle = recipient.userId === null || title === NOT_SHOWN ? null : title;
  return templates[type](
    recipient.email,
    {
      subject: activitySubject(
        { what, plain: plain(relation) },
        { title: subjectTitle, date: oldDate, isFirst: recipient.dates > 1 },
        context,
      ),
      name: recipient.name,
      title: title === NOT_SHOWN ? null : title,
      whenLabel: isPast ? 'Fue' : 'Iba a ser',
      relation,
      when: longDate(date, settings.timeZone),
      oldWhen: oldDate.getTime() === date.getTime() ? null : longDate(oldDate, settings.timeZone),
      oldWhere: oldPlace === where ? null : placeOr(oldPlace),
      where: title === NOT_SHOWN ? null : placeOr(where),
      also: alsoOf(recipient),
      attached: calendar.length === 0 ? null : 'Con el archivo adjunto la quitas de tu calendario.',
      advice: advice?.text ?? null,
      page: advice?.isOrganiserAsked ? `${publicUrl}/actividades/${activityId}` : null,
      hoursUrl: isPast && recipient.userId !== null ? `${publicUrl}/mis-horas` : null,
      others: `${publicUrl}/actividades`,
      unsubscribeUrl,
    },
    calendar,
  );
}
