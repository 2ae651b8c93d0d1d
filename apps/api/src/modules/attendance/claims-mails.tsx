import type { Email } from '../../platform/mail/email.ts';
import { emailTemplate } from '../../platform/mail/email-template.ts';
import { inertText } from '../../platform/mail/inert-text.ts';
import { MailButton, MailHeading, MailParagraph } from '../../platform/mail/layout.tsx';
import type { Platform } from '../../platform/platform.ts';

interface Released {
  readonly name: string;
  readonly title: string;
  /** '«Cocina», 2 de «Palas»'; of a series also on how many dates. */
  readonly things: string;
  readonly url: string;
}

const released = emailTemplate(({ name, title, things, url }: Released) => ({
  subject: 'Cambió lo que se necesita en una actividad',
  reason: 'Recibes este correo porque alguien dio esta dirección para ir a una actividad en Minga.',
  body: (
    <>
      <MailHeading>Ya no hace falta todo, {name}</MailHeading>
      <MailParagraph>
        Quien organiza «{title}» cambió lo que se necesita. Ya no cuentan contigo para {things}. Tu asistencia
        sigue igual y puedes elegir otra cosa.
      </MailParagraph>
      <MailButton href={url}>Ver qué falta</MailButton>
    </>
  ),
}));

interface Release {
  readonly released: readonly { readonly name: string; readonly quantity: number }[];
  /** The occurrences of the series that lost claims. */
  readonly dates: number;
  /** Null: the attendance is an account's, whose address is proved. */
  readonly personalUrl: string | null;
}

/** To a party whose claims were released because less is needed. */
export function releasedEmail(
  { name, email }: { readonly name: string; readonly email: string },
  { id, title }: { readonly id: string; readonly title: string },
  { released: claims, dates, personalUrl }: Release,
  { publicUrl }: Pick<Platform, 'publicUrl'>,
): Promise<Email> {
  const write = personalUrl === null ? (text: string) => text : inertText;
  const things = claims.map(claim =>
    claim.quantity === 1 ? `«${write(claim.name)}»` : `${claim.quantity} de «${write(claim.name)}»`,
  );
  return released(email, {
    name: write(name),
    title: write(title),
    things: new Intl.ListFormat('es-CO').format(things) + (dates === 1 ? '' : `, en ${dates} fechas`),
    url: personalUrl ?? `${publicUrl}/actividades/${id}`,
  });
}
