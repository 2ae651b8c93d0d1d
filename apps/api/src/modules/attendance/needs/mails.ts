import { SITE_NAME } from '@minga/contract/site-words';
import type { Email } from '../../../platform/mail/email.ts';
import { mailText, noticeTemplate, refusalText } from '../../../platform/mail/notice.tsx';
import { activitySubject } from '../../../platform/mail/subject.ts';
import type { MailContext } from '../../../platform/platform.ts';
import type { MailActivity } from '../mails.ts';

type Released = Readonly<Record<'subject' | 'name' | 'title' | 'things' | 'url', string>> & {
  /** The remaining claims as text, or null if none remain. */
  readonly left: string | null;
  readonly refusalUrl: string | null;
};

const NEEDS_CHANGED = {
  what: 'Cambió lo que se necesita',
  plain: 'Cambió lo que se necesita en una actividad',
};

const released = noticeTemplate(({ subject, name, title, things, left, url, refusalUrl }: Released) => ({
  subject,
  reason: `Recibes este correo porque alguien dio esta dirección para ir a una actividad en ${SITE_NAME}.`,
  heading: mailText`Ya no hace falta todo, ${name}`,
  body: [
    mailText`Quien organiza «${title}» cambió lo que se necesita. Ya no cuentan contigo para ${things}. Tu asistencia sigue igual y puedes elegir otra cosa.`,
    left === null ? 'Por ahora no ayudas con nada ni llevas nada.' : `Ayudas o llevas ahora: ${left}.`,
    { button: 'Ver qué falta', url },
    refusalText(refusalUrl),
  ],
}));

type Claimed = readonly { readonly name: string; readonly quantity: number }[];

interface Release {
  readonly released: Claimed;
  /** The claims of the party after the change. */
  readonly left: Claimed;
  /** The number of activities or occurrences in which the person lost claims. */
  readonly dates: number;
  /** The personal link, or null if the attendance is an account's, whose address is proved. */
  readonly personalUrl: string | null;
  /** The page where a person whom an organiser added leaves the list, or null. */
  readonly refusalUrl: string | null;
}

/** Notifies a party that claims were released because the organiser reduced the needs. */
export function releasedEmail(
  { name, email }: { readonly name: string; readonly email: string },
  { id, title, date }: Pick<MailActivity, 'id' | 'title' | 'date'>,
  { released: claims, left, dates, personalUrl, refusalUrl }: Release,
  context: MailContext,
): Promise<Email> {
  const about = { title: personalUrl === null ? title : null, date, isFirst: dates > 1 };
  // A text such as '«Cocina», 2 de «Palas»', in a series with the number of dates.
  const listOf = (listed: Claimed): string =>
    new Intl.ListFormat('es-CO').format(
      listed.map(({ name: need, quantity }) => (quantity === 1 ? `«${need}»` : `${quantity} de «${need}»`)),
    );
  return released(email, {
    subject: activitySubject(NEEDS_CHANGED, about, context),
    name,
    title,
    things: listOf(claims) + (dates === 1 ? '' : `, en ${dates} fechas`),
    left: left.length === 0 ? null : listOf(left),
    url: personalUrl ?? `${context.publicUrl}/actividades/${id}`,
    refusalUrl,
  });
}
