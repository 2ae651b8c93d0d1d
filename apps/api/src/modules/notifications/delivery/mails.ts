import { SITE_NAME } from '@minga/contract/site-words';
import type { Email } from '../../../platform/mail/email.ts';
import { LINE_BREAK, type MailText, mailText, notice, type Part } from '../../../platform/mail/notice.tsx';
import { activitySubject, cutAtWord } from '../../../platform/mail/subject.ts';
import type { MailContext, Platform } from '../../../platform/platform.ts';
import type { DigestItem } from '../rules.ts';

export interface Addressee {
  readonly username: string;
  readonly email: string;
}

/** The length of a name in a subject. */
const NAME_LENGTH = 20;

/** Limits the length of lists. The bell contains all notifications. */
const LISTED_MAX = 50;

interface Entry {
  readonly name: string;
  readonly isConfirmed: boolean;
  /** Whether an administrator removed the attendee. */
  readonly isByAdmin: boolean;
}

interface Section {
  readonly activity: { readonly id: string; readonly title: string; readonly date: Date };
  readonly entries: readonly Entry[];
  readonly attendeeCount: number;
  /** Number of people on the waiting list. */
  readonly waitingCount: number;
}

/** E-mail about confirmations, cancellations and new waiting lists of one or several activities since the last digest. */
export function digestEmail(
  { username, email }: Addressee,
  sections: readonly [Section, ...Section[]],
  unsubscribeUrl: string,
  context: MailContext,
): Promise<Email> {
  const { publicUrl } = context;
  const listOf = ({ activity }: Section) => `${publicUrl}/tasks/${activity.id}/gente`;
  const [first, ...others] = sections;
  return notice({
    to: email,
    subject: subjectOf(sections, context),
    reason: `Recibes este correo porque organizas actividades en ${SITE_NAME}.`,
    unsubscribeUrl,
    heading: mailText`Hola, ${username}`,
    body:
      others.length === 0
        ? [...changesOf(first, publicUrl), { button: 'Ver la lista', url: listOf(first) }]
        : sections
            .slice(0, LISTED_MAX)
            .flatMap(section => [
              [{ strong: section.activity.title }],
              ...changesOf(section, publicUrl),
              [{ text: 'Ver la lista', url: listOf(section) }],
            ]),
  });
}

function subjectOf([first, ...others]: readonly [Section, ...Section[]], context: MailContext): string {
  if (others.length > 0) return `Novedades de asistencia en ${others.length + 1} actividades`;
  const what = whatOf(first.entries);
  return activitySubject({ what, plain: what }, first.activity, context);
}

function whatOf([entry, ...more]: Section['entries']): string {
  if (entry === undefined) return 'Hay lista de espera';
  // A long name is cut, so that the subject shows what happened.
  return more.length === 0
    ? `${cutAtWord(entry.name, NAME_LENGTH)} ${stateOf(entry)}`
    : 'Novedades de asistencia';
}

const changesOf = (
  { activity, entries, attendeeCount, waitingCount }: Section,
  publicUrl: string,
): readonly Part[] => [
  namesText(
    'Confirmaron su asistencia',
    entries.filter(({ isConfirmed }) => isConfirmed),
  ),
  namesText(
    'Ya no asistirán',
    entries.filter(({ isConfirmed, isByAdmin }) => !isConfirmed && !isByAdmin),
  ),
  namesText(
    `Quien administra ${SITE_NAME} quitó de la lista a`,
    entries.filter(({ isByAdmin }) => isByAdmin),
  ),
  mailText`${comingNow(attendeeCount)} a «${activity.title}».`,
  waitingCount === 0
    ? null
    : mailText`${waitingNow(waitingCount)} Puedes darles cupo en la lista. ¿Caben más? ${{ text: 'Sube los cupos', url: `${publicUrl}/tasks/${activity.id}` }}`,
];

function stateOf({ isConfirmed, isByAdmin }: Entry): string {
  if (isConfirmed) return 'va';
  return isByAdmin ? 'ya no está en la lista' : 'ya no va';
}

function comingNow(count: number): string {
  if (count === 0) return 'Por ahora no asistirá nadie';
  return count === 1
    ? 'Ahora asistirá una persona'
    : `Ahora asistirán ${count.toLocaleString('es-CO')} personas`;
}

const waitingNow = (count: number): string =>
  count === 1 ? 'Una persona espera un cupo.' : `${count.toLocaleString('es-CO')} personas esperan un cupo.`;

function namesText(label: string, entries: readonly Entry[]): MailText | null {
  if (entries.length === 0) return null;
  const names = entries.map(({ name }) => name);
  const more = names.length - LISTED_MAX;
  return mailText`${label}: ${names.slice(0, LISTED_MAX).join(', ')}${more > 0 ? ` y ${more.toLocaleString('es-CO')} más` : ''}.`;
}

const GENERAL_REASON = `Recibes este correo por lo que haces en ${SITE_NAME}.`;

const headings: Record<DigestItem['greeting'], (username: string) => string> = {
  hello: username => `Hola, ${username}`,
  'good-news': username => `¡Buenas noticias, ${username}!`,
  thanks: username => `Gracias, ${username}`,
};

/** A single item is composed like a separate e-mail, several items as a list. */
export function gatheredEmail(
  account: Addressee,
  items: readonly [DigestItem, ...DigestItem[]],
  unsubscribeUrl: string,
  { publicUrl }: Pick<Platform, 'publicUrl'>,
): Promise<Email> {
  const [first, ...others] = items;
  return others.length === 0
    ? singleEmail(account, first, unsubscribeUrl, publicUrl)
    : listEmail(account, items, unsubscribeUrl, publicUrl);
}

const singleEmail = (
  { username, email }: Addressee,
  { subject, greeting, text, details, note, link, reason }: DigestItem,
  unsubscribeUrl: string,
  publicUrl: string,
): Promise<Email> =>
  notice({
    to: email,
    subject,
    reason,
    unsubscribeUrl,
    heading: headings[greeting](username),
    body: [
      text,
      details.length === 0 ? null : { details },
      note,
      link === null ? null : { button: link.label, url: `${publicUrl}${link.path}` },
    ],
  });

function listEmail(
  { username, email }: Addressee,
  items: readonly [DigestItem, ...DigestItem[]],
  unsubscribeUrl: string,
  publicUrl: string,
): Promise<Email> {
  const listed = items.slice(0, LISTED_MAX);
  const more = items.length - listed.length;
  const notes = [...new Set(listed.flatMap(({ note }) => note ?? []))];
  return notice({
    to: email,
    subject: `${items[0].subject} y ${items.length === 2 ? 'otra novedad' : `${items.length - 1} novedades más`}`,
    reason: new Set(items.map(({ reason }) => reason)).size === 1 ? items[0].reason : GENERAL_REASON,
    unsubscribeUrl,
    heading: mailText`Hola, ${username}`,
    body: [
      mailText`Te contamos ${items.length} novedades en un solo correo:`,
      ...listed.map(item => itemText(item, publicUrl)),
      more === 0
        ? null
        : mailText`${more === 1 ? 'Hay otra novedad' : `Hay otras ${more} novedades`} en tu campana.`,
      ...notes,
    ],
  });
}

const itemText = ({ subject, text, details, link }: DigestItem, publicUrl: string): MailText => [
  { strong: subject },
  LINE_BREAK,
  text,
  ...details.flatMap(({ label, value }) => [LINE_BREAK, ...mailText`${label}: ${value}`]),
  ...(link === null ? [] : [LINE_BREAK, { text: link.label, url: `${publicUrl}${link.path}` }]),
];
