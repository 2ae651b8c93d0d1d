import type { Email } from '../../platform/mail/email.ts';
import { mailText, notice } from '../../platform/mail/notice.tsx';
import type { Attachment } from '../../platform/mail/schema.ts';
import type { Platform } from '../../platform/platform.ts';

interface Reminder {
  readonly title: string;
  readonly message: string;
  readonly taskId: string | null;
  /** Calendar file of the activity. */
  readonly calendar: readonly Attachment[];
}

/** E-mail for a reminder that could not be shown on any of the account's devices. */
export const fallbackEmail = (
  { email, username }: { email: string; username: string },
  { title, message, taskId, calendar }: Reminder,
  { publicUrl }: Pick<Platform, 'publicUrl'>,
): Promise<Email> =>
  notice({
    to: email,
    subject: title,
    files: calendar,
    reason:
      'Recibes este correo porque pediste un recordatorio en Minga y no pudimos mostrarlo en ninguno de tus dispositivos.',
    heading: mailText`Hola, ${username}`,
    body: [
      message,
      { button: 'Ver la actividad', url: `${publicUrl}${taskId === null ? '' : `/actividades/${taskId}`}` },
      calendar.length === 0 ? null : 'Con el archivo adjunto agregas la actividad a tu calendario.',
      mailText`${{ text: 'Revisar mis dispositivos', url: `${publicUrl}/tasks/notificaciones#avisos` }}`,
    ],
  });
