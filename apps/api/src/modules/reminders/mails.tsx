import { longDate } from '../../platform/long-date.ts';
import {
  MailButton,
  MailDetails,
  MailHeading,
  MailLink,
  MailParagraph,
} from '../../platform/mail/layout.tsx';
import { composeLetter, type Letter } from '../../platform/mail/letter.ts';
import type { Platform } from '../../platform/platform.ts';

interface Activity {
  readonly id: string;
  readonly title: string;
  readonly date: Date;
  readonly place: string;
}

/** The reminder that somebody asked for. Who has no account gets a personal link, by which the attendance is cancelled. */
export function reminderLetter(
  { name, email }: { name: string; email: string },
  activity: Activity,
  personalUrl: string | null,
  unsubscribeUrl: string,
  { publicUrl, settings }: Pick<Platform, 'publicUrl' | 'settings'>,
): Promise<Letter> {
  const page = `${publicUrl}/actividades/${activity.id}`;
  return composeLetter({
    to: email,
    subject: `Recordatorio: ${activity.title}`,
    why: 'Recibes este correo porque pediste un recordatorio de esta actividad en Minga.',
    unsubscribeUrl,
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
        <MailButton href={page}>Ver la actividad</MailButton>
        {personalUrl !== null && (
          <MailParagraph>
            ¿No puedes ir? <MailLink href={personalUrl}>Mira o cancela tu asistencia</MailLink>: no necesitas
            cuenta. El enlace es solo tuyo: no lo compartas.
          </MailParagraph>
        )}
        <MailParagraph>
          <MailLink href={`${page}.ics`}>Agregar a mi calendario</MailLink>
        </MailParagraph>
      </>
    ),
  });
}
