import { SITE_NAME } from '@minga/contract/site-words';
import type { Email } from '../../platform/mail/email.ts';
import { mailText, notice } from '../../platform/mail/notice.tsx';
import { type DigestItem, reasonsInWords } from '../notifications/rules.ts';
import type { DecisionReason } from './rules.ts';

interface Addressee {
  readonly username: string;
  readonly email: string;
}

const PUBLISHED_WHY = `Recibes este correo porque publicaste esto en ${SITE_NAME}.`;

export const reporterItem = (text: string): DigestItem => ({
  activityId: null,
  subject: 'Gracias por tu reporte',
  greeting: 'thanks',
  text,
  details: [],
  note: `Avisar ayuda a que ${SITE_NAME} sea un lugar seguro. No le decimos a nadie quién reportó.`,
  link: null,
  reason: `Recibes este correo porque reportaste algo en ${SITE_NAME}.`,
});

/** Item for the author; `text` contains the decision's reason and the reasons of the reports. */
export const outcomeItem = (subject: string, text: string): DigestItem => ({
  activityId: null,
  subject,
  greeting: 'hello',
  text,
  details: [],
  note: null,
  link: { path: '/tasks', label: 'Ir a mis actividades' },
  reason: PUBLISHED_WHY,
});

/** E-mail to an author whose account is being deactivated. */
export const bannedEmail = (
  { username, email }: Addressee,
  { text, reason, reported }: DecisionReason & { readonly text: string },
): Promise<Email> =>
  notice({
    to: email,
    subject: 'Ocultamos lo que publicaste',
    reason: PUBLISHED_WHY,
    heading: mailText`Hola, ${username}`,
    body: [
      text,
      {
        details: [
          { label: 'Motivo', value: reason },
          ...(reported.length === 0 ? [] : [{ label: 'Reportes por', value: reasonsInWords(reported) }]),
        ],
      },
    ],
  });
