import { SITE_NAME } from '@minga/contract/site-words';
import { longPeriod } from '../../platform/local-time.ts';
import type { Email } from '../../platform/mail/email.ts';
import { mailText, noticeTemplate } from '../../platform/mail/notice.tsx';
import { activitySubject } from '../../platform/mail/subject.ts';
import type { MailContext } from '../../platform/platform.ts';
import type { MailActivity } from './mails.ts';

interface Values extends Record<'name' | 'title' | 'subject' | 'addedBy' | 'when' | 'where', string> {
  readonly companions: string | null;
  readonly waiting: string | null;
  readonly personalUrl: string;
  readonly refusalUrl: string;
}

// The e-mail reaches people who asked for nothing: it has no free text of the organiser, no attachment, and only links to Minga.
const added = noticeTemplate(
  ({ name, title, subject, addedBy, personalUrl, refusalUrl, when, where, companions, waiting }: Values) => ({
    subject,
    reason: `Recibes este correo, una sola vez por esta actividad, porque quien la organiza escribió esta dirección en su lista de ${SITE_NAME}.`,
    heading: mailText`Te agregaron a una lista, ${name}`,
    body: [
      mailText`${addedBy}, que organiza «${title}», te agregó a la lista de participantes.`,
      {
        details: [
          { label: 'Cuándo', value: when },
          { label: 'Dónde', value: where },
          ...(companions === null ? [] : [{ label: 'Quiénes van', value: companions }]),
          ...(waiting === null ? [] : [{ label: 'Tu cupo', value: waiting }]),
        ],
      },
      { button: 'Ver o cancelar mi asistencia', url: personalUrl },
      'No necesitas cuenta. Ahí están los detalles, tu código para la puerta y cómo cancelar si no puedes ir. El enlace es solo tuyo: no lo compartas.',
      '¿No conoces a esta persona o no querías estar en esta lista?',
      { button: 'No fui yo, quítame', url: refusalUrl },
      'Sales de la lista, y nadie puede volver a agregar este correo a la actividad.',
    ],
  }),
);

interface Added {
  readonly name: string;
  readonly email: string;
  readonly companions: number;
  readonly addedBy: string;
  /** The link that shows and cancels the attendance. */
  readonly personalUrl: string;
  /** The page with the button that removes the recipient. */
  readonly refusalUrl: string;
  /** The number of dates of a series, of which the activity is the first. */
  readonly dates: number;
  /** The position on the waiting list, or null. */
  readonly position: number | null;
}

/** Tells a person whom an organiser added who did it, and how to leave the list (docs/rules.md R21.4). */
export const addedEmail = (
  { name, email, companions, addedBy, personalUrl, refusalUrl, dates, position }: Added,
  { title, date, endDate, place: where }: Pick<MailActivity, 'title' | 'date' | 'endDate' | 'place'>,
  context: MailContext,
): Promise<Email> =>
  added(email, {
    name,
    title,
    addedBy,
    personalUrl,
    refusalUrl,
    subject: activitySubject(whatOf(dates), { title: null, date, isFirst: dates > 1 }, context),
    when: `${longPeriod(date, endDate, context.settings.timeZone)}${dates === 1 ? '' : `, y ${otherDates(dates - 1)}`}`,
    waiting: position === null ? null : `En lista de espera, puesto ${position}`,
    where: where || 'Por confirmar',
    companions:
      companions === 0 ? null : `Tú y ${companions} ${companions === 1 ? 'persona' : 'personas'} más`,
  });

function whatOf(dates: number) {
  const what = dates === 1 ? 'Te agregaron' : `Te agregaron a ${dates} fechas`;
  return { what, plain: dates === 1 ? `${what} a una actividad` : `${what} de una actividad` };
}

const otherDates = (count: number): string => (count === 1 ? 'otra fecha' : `otras ${count} fechas`);
