import { SITE_NAME } from '@minga/contract/site-words';
import { longDate } from '../../../platform/local-time.ts';
import type { Email } from '../../../platform/mail/email.ts';
import { LINE_BREAK, mailText, notice } from '../../../platform/mail/notice.tsx';
import { activitySubject } from '../../../platform/mail/subject.ts';
import type { MailContext } from '../../../platform/platform.ts';

interface Recipient {
  readonly email: string;
  readonly username: string;
}

/** A new activity as the e-mail to one reader presents it. */
export interface NewActivity {
  readonly id: string;
  readonly title: string;
  readonly date: Date;
  readonly place: string;
  /** Null if there is no active collective. */
  readonly collective: { readonly name: string; readonly slug: string } | null;
  /** The criteria of the saved search that matches; null if the reader follows the collective. */
  readonly sought: string | null;
}

const FOLLOW_WHY = `Recibes este correo porque sigues a este colectivo en ${SITE_NAME}.`;
const SEARCH_WHY = `Recibes este correo porque guardaste esta búsqueda en ${SITE_NAME}.`;
/** Limits the length of lists. It exceeds the number of activities that an account may publish in an hour. */
const LISTED_MAX = 70;

const pageOf = ({ publicUrl }: MailContext, { id }: NewActivity): string => `${publicUrl}/actividades/${id}`;
const placeOr = (place: string): string => place || 'Por confirmar';

function subjectOf(activity: NewActivity, context: MailContext): string {
  const what = activity.sought === null ? (activity.collective?.name ?? '') : 'Nueva que buscabas';
  return activitySubject({ what, plain: what }, activity, context);
}

/** E-mail about a single new activity, sent immediately. */
export function newActivityEmail(
  { email, username }: Recipient,
  activity: NewActivity,
  unsubscribeUrl: string,
  context: MailContext,
): Promise<Email> {
  const { title, collective, sought } = activity;
  const chooseAt =
    sought === null ? `colectivos/${collective?.slug}` : 'tasks/notificaciones#busquedas-guardadas';
  return notice({
    to: email,
    subject: subjectOf(activity, context),
    reason: sought === null ? FOLLOW_WHY : SEARCH_WHY,
    unsubscribeUrl,
    heading: mailText`Hola, ${username}`,
    body: [
      mailText`${collective === null ? 'Hay' : `${collective.name} publicó`} una actividad nueva: «${title}».`,
      {
        details: [
          { label: 'Cuándo', value: longDate(activity.date, context.settings.timeZone) },
          { label: 'Dónde', value: placeOr(activity.place) },
          ...(sought === null ? [] : [{ label: 'Buscabas', value: sought }]),
        ],
      },
      { button: 'Ver la actividad', url: pageOf(context, activity) },
      mailText`${{ text: 'Elegir cada cuánto me escriben', url: `${context.publicUrl}/${chooseAt}` }}`,
    ],
  });
}

/** E-mail about several new activities, the nearest first: the daily digest, or the rest after several e-mails within an hour. */
export function newsDigestEmail(
  { email, username }: Recipient,
  found: readonly NewActivity[],
  unsubscribeUrl: string,
  context: MailContext,
): Promise<Email> {
  const listed = found.slice(0, LISTED_MAX);
  const { subject, reason } = digestTexts(found, context);
  return notice({
    to: email,
    subject,
    reason,
    unsubscribeUrl,
    heading: mailText`Hola, ${username}`,
    body: [
      mailText`${found.length === 1 ? 'Hay una actividad nueva' : `Hay ${found.length} actividades nuevas`} ${sourcesOf(found)}.`,
      ...listed.map(activity => [
        { text: activity.title, url: pageOf(context, activity) },
        LINE_BREAK,
        detailsOf(activity, context),
      ]),
      found.length > LISTED_MAX
        ? mailText`Y ${found.length - LISTED_MAX} más, en la lista de actividades.`
        : null,
      { button: 'Ver todas las actividades', url: `${context.publicUrl}/actividades` },
    ],
  });
}

function digestTexts(
  found: readonly NewActivity[],
  context: MailContext,
): { subject: string; reason: string } {
  const searched = found.filter(({ sought }) => sought !== null).length;
  const [first, ...others] = found;
  const count = `${found.length} actividades nuevas`;
  const one = first !== undefined && others.length === 0 ? subjectOf(first, context) : null;
  if (searched === 0)
    return {
      subject: one ?? `${count} de colectivos que sigues`,
      reason: `Recibes este correo porque sigues a estos colectivos en ${SITE_NAME}.`,
    };
  if (searched === found.length)
    return {
      subject: one ?? `${count} que buscabas`,
      reason: `Recibes este correo porque guardaste búsquedas en ${SITE_NAME}.`,
    };
  return {
    subject: `${count} de lo que sigues y lo que buscas`,
    reason: `Recibes este correo por los colectivos que sigues y las búsquedas que guardaste en ${SITE_NAME}.`,
  };
}

/** The sources of the activities, for example 'de Colectivo y de tu búsqueda «río» · Ambiente'. */
function sourcesOf(found: readonly NewActivity[]): string {
  const sources = found.map(({ sought, collective }) =>
    sought === null ? `de ${collective?.name}` : `de tu búsqueda ${sought}`,
  );
  return new Intl.ListFormat('es-CO').format(new Set(sources));
}

const detailsOf = ({ collective, date, place }: NewActivity, { settings }: MailContext): string =>
  `${collective === null ? '' : `${collective.name}. `}${longDate(date, settings.timeZone)}, ${placeOr(place)}`;
