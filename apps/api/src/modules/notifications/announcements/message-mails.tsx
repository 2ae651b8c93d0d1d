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
  /** The sender's address, if replies go to it. */
  readonly replyTo: string | null;
}

interface Recipient {
  readonly name: string;
  readonly email: string;
  /** Null: a visitor, whose address is not proved: no text of users in the subject, and in the body no web addresses but
   * those of known maps and video calls. */
  readonly userId: string | null;
}

interface Links {
  /** Shows and cancels a visitor's attendance. */
  readonly personalUrl: string | null;
  readonly unsubscribeUrl: string;
}

type Words = Readonly<{ name: string; unsubscribeUrl: string; personalUrl: string | null }>;

const WHY = 'Recibes este correo porque alguien dio esta dirección para ir a esta actividad en Minga.';

const ABOUT_UPCOMING = 'Mensaje de quien organiza una actividad a la que vas';
const ABOUT_PAST = 'Mensaje de quien organizó una actividad a la que ibas';

function letterOf(message: Written, isProved: boolean, { publicUrl, settings, clock }: Site) {
  const { activityId, title, date, endsAt, place, subject, text, sender, replyTo } = message;
  // Thanks, for example.
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

/** Blank lines separate paragraphs. Recursive, since a list of elements would need keys that the text does not have. */
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

/** Composes the e-mails of one message: it is rendered once for accounts and once for visitors, however many they are. */
export function messageEmails(message: Written, site: Site): Compose {
  const proved = emailTemplate(letterOf(message, true, site));
  const unproved = emailTemplate(letterOf(message, false, site));
  const { replyTo } = message;
  return async ({ name, email, userId }, links) => ({
    ...(await (userId === null ? unproved : proved)(email, { ...links, name })),
    replyTo,
  });
}

/** The e-mail as an account gets it, with its name left open. */
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
