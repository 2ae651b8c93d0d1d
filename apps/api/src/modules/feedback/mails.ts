import { SITE_NAME } from '@minga/contract/site-words';
import { longDate } from '../../platform/local-time.ts';
import type { Email } from '../../platform/mail/email.ts';
import { mailText, noticeTemplate, refusalText } from '../../platform/mail/notice.tsx';
import { activitySubject } from '../../platform/mail/subject.ts';
import type { MailContext } from '../../platform/platform.ts';
import type { EndedActivity } from '../attendance/hours/asking-repository.ts';

type Values = Readonly<
  Record<'subject' | 'name' | 'title' | 'when' | 'where' | 'url' | 'unsubscribeUrl', string> & {
    refusalUrl: string | null;
  }
>;

const HOW_WAS_IT = { what: '¿Cómo te fue?', plain: '¿Cómo te fue? Cuéntanos en un minuto' };

const question = noticeTemplate(
  ({ subject, name, title, when, where, url, refusalUrl, unsubscribeUrl }: Values) => ({
    subject,
    reason: `Recibes este correo porque alguien dio esta dirección para ir a esta actividad en ${SITE_NAME}.`,
    unsubscribeUrl,
    heading: mailText`¿Cómo te fue, ${name}?`,
    body: [
      mailText`Gracias por haber estado en «${title}». Lo que nos cuentes le ayuda a quien organiza a hacer la siguiente mejor, y no ve tu nombre.`,
      {
        details: [
          { label: 'Cuándo', value: when },
          { label: 'Dónde', value: where },
        ],
      },
      { button: 'Contar cómo me fue', url },
      refusalText(refusalUrl),
    ],
  }),
);

interface Recipient {
  readonly name: string;
  readonly email: string;
  /** The link for a visitor's feedback; null for an account, which gives feedback on the activity's page. */
  readonly personalUrl: string | null;
  /** The page where a person whom an organiser added leaves the list, or null. */
  readonly refusalUrl: string | null;
}

/** E-mail to a checked-in party on the day after the activity. Its link leads an account through the sign-in page. */
export function feedbackEmail(
  { name, email, personalUrl, refusalUrl }: Recipient,
  { id, title, date, place }: EndedActivity,
  unsubscribeUrl: string,
  context: MailContext,
): Promise<Email> {
  const about = { title: personalUrl === null ? title : null, date };
  return question(email, {
    subject: activitySubject(HOW_WAS_IT, about, context),
    name,
    title,
    when: longDate(date, context.settings.timeZone),
    where: place || 'Por confirmar',
    url: personalUrl ?? `${context.publicUrl}/login?volver=${encodeURIComponent(`/actividades/${id}`)}`,
    refusalUrl,
    unsubscribeUrl,
  });
}
