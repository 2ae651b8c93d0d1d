import { longDate } from '../../../platform/local-time.ts';
import { composeEmail, type Email, emailTemplate } from '../../../platform/mail/email.ts';
import { inertProse } from '../../../platform/mail/inert-text.ts';
import { MailButton, MailDetails, MailHeading, MailParagraph } from '../../../platform/mail/layout.tsx';
import { REPLY_NOTE } from '../../../platform/mail/overflow-mails.tsx';
import { MailPersonalLink } from '../../../platform/mail/personal-link.tsx';
import type { Platform } from '../../../platform/platform.ts';

type Site = Pick<Platform, 'publicUrl' | 'settings' | 'clock'>;

interface Written {
  readonly activityId: string;
  readonly title: string;
  readonly date: Date;
  readonly endsAt: Date;
  readonly place: string;
  readonly subject: string;
  readonly text: string;
  readonly sender: string;
  /** The sender's address if replies go to it, otherwise null. */
  readonly replyTo: string | null;
}

interface Recipient {
  readonly name: string;
  readonly email: string;
  /** Null for a visitor, whose address is unverified: the subject then contains no text of other users, and the body only links
   * to known maps and video calls. */
  readonly userId: string | null;
}

interface Links {
  /** The page where a visitor views and cancels the attendance; null for accounts. */
  readonly personalUrl: string | null;
  readonly unsubscribeUrl: string;
}

type Words = Readonly<{ name: string; unsubscribeUrl: string; personalUrl: string | null }>;

const WHY = 'Recibes este correo porque alguien dio esta dirección para ir a esta actividad en Minga.';

const ABOUT_UPCOMING = 'Mensaje de quien organiza una actividad a la que vas';
const ABOUT_PAST = 'Mensaje de quien organizó una actividad a la que ibas';

function letterOf(message: Written, isProved: boolean, { publicUrl, settings, clock }: Site) {
  const { activityId, title, date, endsAt, place, subject, text, sender, replyTo } = message;
  // A past activity changes the texts, for example when the organiser thanks the attendees.
  const isPast = endsAt < clock();
  return ({ name, personalUrl, unsubscribeUrl }: Words) => ({
    subject: isProved ? `${subject} · ${title}` : isPast ? ABOUT_PAST : ABOUT_UPCOMING,
    reason: WHY,
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>{subject}</MailHeading>
        <MailParagraph>
          Hola, {name}. {sender}, de «{title}», escribe a sus participantes:
        </MailParagraph>
        <Paragraphs of={(isProved ? text : inertProse(text)).split(/\n{2,}/)} />
        {replyTo !== null && (
          <MailParagraph>
            {REPLY_NOTE}: le llega a {sender}.
          </MailParagraph>
        )}
        <MailDetails
          rows={[
            { label: 'Cuándo', value: longDate(date, settings.timeZone) },
            { label: 'Dónde', value: place || 'Por confirmar' },
          ]}
        />
        <MailButton href={`${publicUrl}/actividades/${activityId}`}>Ver la actividad</MailButton>
        {personalUrl !== null && (
          <MailPersonalLink
            href={personalUrl}
            question={isPast ? 'Tus horas y tu constancia, cuando las confirmen:' : '¿Ya no puedes ir?'}
          >
            {isPast ? 'Míralas aquí' : 'Mira o cancela tu asistencia'}
          </MailPersonalLink>
        )}
      </>
    ),
  });
}

/** Renders paragraphs, which blank lines separate. Recursion avoids a list of elements, which would need keys. */
const Paragraphs = ({ of: [first, ...rest] }: { readonly of: readonly string[] }) =>
  first === undefined ? null : (
    <>
      <MailParagraph>
        <Lines of={first.split('\n')} />
      </MailParagraph>
      <Paragraphs of={rest} />
    </>
  );

const Lines = ({ of: [first, ...rest] }: { readonly of: readonly string[] }) => (
  <>
    {first}
    {rest.length > 0 && (
      <>
        <br />
        <Lines of={rest} />
      </>
    )}
  </>
);

type Compose = (recipient: Recipient, links: Links) => Promise<Email>;

/** Composes the e-mails of one message. The message is rendered only once for accounts and once for visitors. */
export function messageEmails(message: Written, site: Site): Compose {
  const proved = emailTemplate(letterOf(message, true, site));
  const unproved = emailTemplate(letterOf(message, false, site));
  const { replyTo } = message;
  return async ({ name, email, userId }, links) => ({
    ...(await (userId === null ? unproved : proved)(email, { ...links, name })),
    replyTo,
  });
}

/** The e-mail that an account would receive, with a placeholder for its name. */
export const previewEmail = (message: Written, site: Site): Promise<Email> =>
  composeEmail({
    to: '',
    ...letterOf(
      message,
      true,
      site,
    )({
      name: '(su nombre)',
      personalUrl: null,
      unsubscribeUrl: `${site.publicUrl}/dejar-correos`,
    }),
  });
