import { SITE_NAME } from '@minga/contract/site-words';
import { longDate } from '../../../platform/local-time.ts';
import type { Email } from '../../../platform/mail/email.ts';
import { inertProse, inertText } from '../../../platform/mail/inert-text.ts';
import {
  mailText,
  notice,
  noticeTemplate,
  personalLinkText,
  refusalText,
} from '../../../platform/mail/notice.tsx';
import { REPLY_NOTE } from '../../../platform/mail/overflow-mails.tsx';
import { activitySubject } from '../../../platform/mail/subject.ts';
import type { MailContext } from '../../../platform/platform.ts';

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
  /** The page where a person whom an organiser added leaves the list, or null. */
  readonly refusalUrl: string | null;
  readonly unsubscribeUrl: string;
}

type Words = Readonly<{ name: string }> & Links;

/** The recipient has an account, gave an unproved address, or was added by an organiser and has not confirmed. */
type Standing = 'account' | 'visitor' | 'added';

/** The text of the organiser, without links for people who asked for nothing (docs/rules.md R21.6). */
const allowedText: Readonly<Record<Standing, (text: string) => string>> = {
  account: text => text,
  visitor: inertProse,
  added: inertText,
};

const WHY = `Recibes este correo porque alguien dio esta dirección para ir a esta actividad en ${SITE_NAME}.`;

const ABOUT_UPCOMING = 'Mensaje de quien organiza una actividad a la que vas';
const ABOUT_PAST = 'Mensaje de quien organizó una actividad a la que ibas';

function emailOf(message: Written, standing: Standing, context: MailContext) {
  const { publicUrl, settings, clock } = context;
  const { activityId, title, date, endsAt, place, subject, text, sender, replyTo } = message;
  // A past activity changes the texts, for example when the organiser thanks the attendees.
  const isPast = endsAt < clock();
  const what = { what: subject, plain: isPast ? ABOUT_PAST : ABOUT_UPCOMING };
  return ({ name, personalUrl, refusalUrl, unsubscribeUrl }: Words) => ({
    subject: activitySubject(what, { title: standing === 'account' ? title : null, date }, context),
    reason: WHY,
    unsubscribeUrl,
    heading: subject,
    body: [
      mailText`Hola, ${name}. ${sender}, de «${title}», escribe a sus participantes:`,
      ...allowedText[standing](text)
        .split(/\n{2,}/)
        .map(paragraph => [{ literal: paragraph }]),
      replyTo === null ? null : mailText`${REPLY_NOTE}: le llega a ${sender}.`,
      {
        details: [
          { label: 'Cuándo', value: longDate(date, settings.timeZone) },
          { label: 'Dónde', value: place || 'Por confirmar' },
        ],
      },
      { button: 'Ver la actividad', url: `${publicUrl}/actividades/${activityId}` },
      personalUrl === null
        ? null
        : personalLinkText(
            isPast ? 'Tus horas y tu constancia, cuando las confirmen:' : '¿Ya no puedes ir?',
            isPast ? 'Míralas aquí' : 'Mira o cancela tu asistencia',
            personalUrl,
          ),
      refusalText(refusalUrl),
    ],
  });
}

type Compose = (recipient: Recipient, links: Links) => Promise<Email>;

/** Composes the e-mails of one message. The message is rendered once for each standing of its recipients. */
export function messageEmails(message: Written, context: MailContext): Compose {
  const templates = {
    account: noticeTemplate(emailOf(message, 'account', context)),
    visitor: noticeTemplate(emailOf(message, 'visitor', context)),
    added: noticeTemplate(emailOf(message, 'added', context)),
  };
  const { replyTo } = message;
  return async ({ name, email, userId }, links) => {
    const standing = links.refusalUrl !== null ? 'added' : userId === null ? 'visitor' : 'account';
    return { ...(await templates[standing](email, { ...links, name })), replyTo };
  };
}

/** The e-mail that an account would receive, with a placeholder for its name. */
export const previewEmail = (message: Written, context: MailContext): Promise<Email> =>
  notice({
    to: '',
    ...emailOf(
      message,
      'account',
      context,
    )({
      name: '(su nombre)',
      personalUrl: null,
      refusalUrl: null,
      unsubscribeUrl: `${context.publicUrl}/dejar-correos`,
    }),
  });
