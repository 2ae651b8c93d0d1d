import { longDate } from '../../platform/long-date.ts';
import { MailButton, MailDetails, MailHeading, MailParagraph } from '../../platform/mail/layout.tsx';
import { composeLetter, type Letter } from '../../platform/mail/letter.ts';
import { MailPersonalLink } from '../../platform/mail/personal-link.tsx';
import type { Attachment } from '../../platform/mail/schema.ts';
import type { Platform } from '../../platform/platform.ts';

interface Activity {
  readonly id: string;
  readonly title: string;
  readonly date: Date;
  readonly place: string;
}

interface Enclosed {
  /** Shows and cancels the attendance of somebody without an account. */
  readonly personalUrl: string | null;
  readonly unsubscribeUrl: string;
  /** Comes with the letter rather than by a link: it is there in a field without a network, and of what only its owner sees. */
  readonly calendar: Attachment;
}

/** The reminder that somebody asked for. */
export function reminderLetter(
  { name, email }: { name: string; email: string },
  activity: Activity,
  { personalUrl, unsubscribeUrl, calendar }: Enclosed,
  { publicUrl, settings }: Pick<Platform, 'publicUrl' | 'settings'>,
): Promise<Letter> {
  return composeLetter({
    to: email,
    subject: `Recordatorio: ${activity.title}`,
    why: 'Recibes este correo porque pediste un recordatorio de esta actividad en Minga.',
    unsubscribeUrl,
    attachments: [calendar],
    body: (
      <>
        <MailHeading>Hola, {name}</MailHeading>
        <MailParagraph>Te recordamos que se acerca «{activity.title}».</MailParagraph>
        <MailDetails
          rows={[
            { label: 'Cuándo', value: longDate(activity.date, settings.timeZone) },
            { label: 'Dónde', value: activity.place || 'Por confirmar' },
          ]}
        />
        <MailButton href={`${publicUrl}/actividades/${activity.id}`}>Ver la actividad</MailButton>
        {personalUrl !== null && (
          <MailPersonalLink href={personalUrl} question="¿No puedes ir?">
            Mira o cancela tu asistencia
          </MailPersonalLink>
        )}
        <MailParagraph>Con el archivo adjunto agregas la actividad a tu calendario.</MailParagraph>
      </>
    ),
  });
}
