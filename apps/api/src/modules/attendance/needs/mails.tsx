import { type Email, emailTemplate } from '../../../platform/mail/email.ts';
import { MailButton, MailHeading, MailParagraph } from '../../../platform/mail/layout.tsx';
import type { Platform } from '../../../platform/platform.ts';

interface Released {
  readonly name: string;
  readonly title: string;
  /** A text such as '«Cocina», 2 de «Palas»', in a series with the number of dates. */
  readonly things: string;
  /** The remaining claims as text, or null if none remain. */
  readonly left: string | null;
  readonly url: string;
}

const released = emailTemplate(({ name, title, things, left, url }: Released) => ({
  subject: 'Cambió lo que se necesita en una actividad',
  reason: 'Recibes este correo porque alguien dio esta dirección para ir a una actividad en Minga.',
  body: (
    <>
      <MailHeading>Ya no hace falta todo, {name}</MailHeading>
      <MailParagraph>
        Quien organiza «{title}» cambió lo que se necesita. Ya no cuentan contigo para {things}. Tu asistencia
        sigue igual y puedes elegir otra cosa.
      </MailParagraph>
      <MailParagraph>
        {left === null ? 'Por ahora no ayudas con nada ni llevas nada.' : `Ayudas o llevas ahora: ${left}.`}
      </MailParagraph>
      <MailButton href={url}>Ver qué falta</MailButton>
    </>
  ),
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
}

/** Notifies a party that claims were released because the organiser reduced the needs. */
export function releasedEmail(
  { name, email }: { readonly name: string; readonly email: string },
  { id, title }: { readonly id: string; readonly title: string },
  { released: claims, left, dates, personalUrl }: Release,
  { publicUrl }: Pick<Platform, 'publicUrl'>,
): Promise<Email> {
  const listOf = (listed: Claimed): string =>
    new Intl.ListFormat('es-CO').format(
      listed.map(({ name: need, quantity }) => (quantity === 1 ? `«${need}»` : `${quantity} de «${need}»`)),
    );
  return released(email, {
    name,
    title,
    things: listOf(claims) + (dates === 1 ? '' : `, en ${dates} fechas`),
    left: left.length === 0 ? null : listOf(left),
    url: personalUrl ?? `${publicUrl}/actividades/${id}`,
  });
}
