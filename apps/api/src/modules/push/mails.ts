import { SITE_NAME } from '@minga/contract/site-words';
import type { Email } from '../../platform/mail/email.ts';
import { mailText, notice } from '../../platform/mail/notice.tsx';
import type { Attachment } from '../../platform/mail/schema.ts';
import { activitySubject } from '../../platform/mail/subject.ts';
import type { MailContext } from '../../platform/platform.ts';
import { REMINDER } from '../reminders/rules.ts';

interface Reminder {
  readonly message: string;
  /** Null if the activity does not exist any more. */
  readonly activity: { readonly id: string; readonly title: string; readonly date: Date } | null;
  /** Calendar file of the activity. */
  readonly calendar: readonly Attachment[];
}

/** E-mail for a reminder that could not be shown on any of the account's devices. */
export const fallbackEmail = (
  { email, username }: { email: string; username: string },
  { message, activity, calendar }: Reminder,
  context: MailContext,
): Promise<Email> =>
  notice({
    to: email,
    subject: activity === null ? REMINDER.plain : activitySubject(REMINDER, activity, context),
    files: calendar,
    reason: `Recibes este correo porque pediste un recordatorio en ${SITE_NAME} y no pudimos mostrarlo en ninguno de tus dispositivos.`,
    heading: mailText`Hola, ${username}`,
    body: [
      message,
      {
        button: 'Ver la actividad',
        url: `${context.publicUrl}${activity === null ? '' : `/actividades/${activity.id}`}`,
      },
      calendar.length === 0 ? null : 'Con el archivo adjunto agregas la actividad a tu calendario.',
      mailText`${{ text: 'Revisar mis dispositivos', url: `${context.publicUrl}/tasks/notificaciones#avisos` }}`,
    ],
  });
