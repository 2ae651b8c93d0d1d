import { longDate } from '../../platform/local-time.ts';
import type { Email } from '../../platform/mail/email.ts';
import { mailText, noticeTemplate } from '../../platform/mail/notice.tsx';
import type { Platform } from '../../platform/platform.ts';
import type { EndedActivity } from '../attendance/hours/asking-repository.ts';

type Values = Readonly<Record<'name' | 'title' | 'when' | 'where' | 'url' | 'unsubscribeUrl', string>>;

const question = noticeTemplate(({ name, title, when, where, url, unsubscribeUrl }: Values) => ({
  subject: '¿Cómo te fue? Cuéntanos en un minuto',
  reason: 'Recibes este correo porque alguien dio esta dirección para ir a esta actividad en Minga.',
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
  ],
}));

interface Recipient {
  readonly name: string;
  readonly email: string;
  /** The link for a visitor's feedback; null for an account, which gives feedback on the activity's page. */
  readonly personalUrl: string | null;
}

/** E-mail to a checked-in party on the day after the activity. Its link leads an account through the sign-in page. */
export function feedbackEmail(
  { name, email, personalUrl }: Recipient,
  { id, title, date, place }: EndedActivity,
  unsubscribeUrl: string,
  { publicUrl, settings }: Pick<Platform, 'publicUrl' | 'settings'>,
): Promise<Email> {
  return question(email, {
    name,
    title,
    when: longDate(date, settings.timeZone),
    where: place || 'Por confirmar',
    url: personalUrl ?? `${publicUrl}/login?volver=${encodeURIComponent(`/actividades/${id}`)}`,
    unsubscribeUrl,
  });
}
