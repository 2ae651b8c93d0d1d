import { longDate } from '../../platform/long-date.ts';
import type { Email } from '../../platform/mail/email.ts';
import { emailTemplate } from '../../platform/mail/email-template.ts';
import { MailButton, MailDetails, MailHeading, MailParagraph } from '../../platform/mail/layout.tsx';
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
  /** Shows and cancels a visitor's attendance. */
  readonly personalUrl: string | null;
  readonly unsubscribeUrl: string;
  /** Attached instead of linked: readable without a network, and also for an activity that only its owner sees. */
  readonly calendar: Attachment;
}

type Words = Readonly<Record<'name' | 'title' | 'when' | 'where' | 'page' | 'unsubscribeUrl', string>> &
  Pick<Enclosed, 'personalUrl'>;

const reminder = emailTemplate(({ name, title, when, where, page, personalUrl, unsubscribeUrl }: Words) => ({
  subject: `Recordatorio: ${title}`,
  reason: 'Recibes este correo porque pediste un recordatorio de esta actividad en Minga.',
  unsubscribeUrl,
  body: (
    <>
      <MailHeading>Hola, {name}</MailHeading>
      <MailParagraph>Te recordamos que se acerca «{title}».</MailParagraph>
      <MailDetails
        rows={[
          { label: 'Cuándo', value: when },
          { label: 'Dónde', value: where },
        ]}
      />
      <MailButton href={page}>Ver la actividad</MailButton>
      {personalUrl !== null && (
        <MailPersonalLink href={personalUrl} question="¿No puedes ir?">
          Mira o cancela tu asistencia
        </MailPersonalLink>
      )}
      <MailParagraph>Con el archivo adjunto agregas la actividad a tu calendario.</MailParagraph>
    </>
  ),
}));

export const reminderEmail = (
  { name, email }: { name: string; email: string },
  { id, title, date, place }: Activity,
  { personalUrl, unsubscribeUrl, calendar }: Enclosed,
  { publicUrl, settings }: Pick<Platform, 'publicUrl' | 'settings'>,
): Promise<Email> =>
  reminder(
    email,
    {
      name,
      title,
      when: longDate(date, settings.timeZone),
      where: place || 'Por confirmar',
      page: `${publicUrl}/actividades/${id}`,
      personalUrl,
      unsubscribeUrl,
    },
    [calendar],
  );
