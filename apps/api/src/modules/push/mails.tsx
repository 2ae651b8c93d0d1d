import { composeEmail, type Email } from '../../platform/mail/email.ts';
import { MailButton, MailHeading, MailLink, MailParagraph } from '../../platform/mail/layout.tsx';
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
  composeEmail({
    to: email,
    subject: title,
    attachments: calendar,
    reason:
      'Recibes este correo porque pediste un recordatorio en Minga y no pudimos mostrarlo en ninguno de tus dispositivos.',
    body: (
      <>
        <MailHeading>Hola, {username}</MailHeading>
        <MailParagraph>{message}</MailParagraph>
        <MailButton href={`${publicUrl}${taskId === null ? '' : `/actividades/${taskId}`}`}>
          Ver la actividad
        </MailButton>
        {calendar.length > 0 && (
          <MailParagraph>Con el archivo adjunto agregas la actividad a tu calendario.</MailParagraph>
        )}
        <MailParagraph>
          <MailLink href={`${publicUrl}/tasks/notificaciones#avisos`}>Revisar mis dispositivos</MailLink>
        </MailParagraph>
      </>
    ),
  });
