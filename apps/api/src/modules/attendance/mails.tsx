import { longDate } from '../../platform/long-date.ts';
import { MailButton, MailDetails, MailHeading, MailParagraph } from '../../platform/mail/layout.tsx';
import { composeLetter, type Letter } from '../../platform/mail/letter.ts';
import type { Platform } from '../../platform/platform.ts';

/** Tells somebody that they are expected: what, when, where. */
export function attendanceLetter(
  { name, email }: { name: string; email: string },
  activity: { id: string; title: string; date: Date; place: string },
  { publicUrl, settings }: Pick<Platform, 'publicUrl' | 'settings'>,
): Promise<Letter> {
  return composeLetter({
    to: email,
    subject: `Vas a asistir: ${activity.title}`,
    why: 'Recibes este correo porque con esta dirección se confirmó la asistencia a una actividad en Minga. Si no fuiste tú, puedes ignorarlo.',
    body: (
      <>
        <MailHeading>¡Te esperamos, {name}!</MailHeading>
        <MailParagraph>Quedó confirmada tu asistencia a «{activity.title}».</MailParagraph>
        <MailDetails
          rows={[
            { label: 'Cuándo', value: longDate(activity.date, settings.timeZone) },
            { label: 'Dónde', value: activity.place || 'Por confirmar' },
          ]}
        />
        <MailButton href={`${publicUrl}/actividades/${activity.id}`}>Ver la actividad</MailButton>
      </>
    ),
  });
}
