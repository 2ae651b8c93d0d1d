import { longDate } from '../../../platform/local-time.ts';
import { composeEmail, type Email } from '../../../platform/mail/email.ts';
import { MailButton, MailDetails, MailHeading, MailParagraph } from '../../../platform/mail/layout.tsx';
import type { Attachment } from '../../../platform/mail/schema.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type MailActivity, partyRowsOf } from '../mails.tsx';

interface Occurrence {
  readonly activity: MailActivity;
  /** The position on the waiting list, from 1, or null if the place is confirmed. */
  readonly position: number | null;
}

interface Recipient {
  readonly name: string;
  readonly email: string;
  readonly companions: number;
  /** The party's claims as text, the same on each date with a place, or null if it has none. */
  readonly claimed: string | null;
}

interface Sent {
  /** The link that shows and cancels each date, or null if the address is the account's own. */
  readonly personalUrl: string | null;
  /** The organiser who added the attendee, or null. */
  readonly addedBy: string | null;
  /** One calendar file with the dates that have a place; empty if none has. */
  readonly calendar: readonly Attachment[];
}

/** Confirms the attendance of occurrences of a series, of which there must be at least one. */
export function seriesEmail(
  { name, email, companions, claimed }: Recipient,
  occurrences: readonly Occurrence[],
  { personalUrl, addedBy, calendar }: Sent,
  { publicUrl, settings }: Pick<Platform, 'publicUrl' | 'settings'>,
): Promise<Email> {
  const isProved = personalUrl === null;
  const [first] = occurrences;
  if (first === undefined) throw new Error('the e-mail of a series has no dates');
  const { id, title } = first.activity;
  const page = `${publicUrl}/actividades/${id}`;
  return composeEmail({
    to: email,
    attachments: calendar,
    subject: isProved ? `Vas a asistir: ${title}` : subjectOf(addedBy),
    reason:
      'Recibes este correo porque con esta dirección se confirmó la asistencia a una actividad en Minga. Si no fuiste tú, puedes ignorarlo.',
    body: (
      <>
        <MailHeading>¡Te esperamos, {name}!</MailHeading>
        <MailParagraph>
          {addedBy === null
            ? `Quedó guardada tu asistencia a «${title}», ${datesOf(occurrences.length)}:`
            : `${addedBy}, que organiza «${title}», te agregó a la lista de participantes, ${datesOf(occurrences.length)}:`}
        </MailParagraph>
        <MailDetails
          rows={[
            ...occurrences.map(({ activity, position }) => ({
              label: longDate(activity.date, settings.timeZone),
              value: [
                activity.place || 'Lugar por confirmar',
                ...(position === null ? [] : [`en lista de espera, puesto ${position}`]),
              ].join(' · '),
            })),
            ...partyRowsOf({ companions, claimed }),
          ]}
        />
        {personalUrl === null ? (
          <>
            <MailButton href={page}>Ver la actividad</MailButton>
            <MailParagraph>
              ¿No puedes ir a alguna? Cancélala ahí, con tu cuenta. Tu código para la puerta de cada fecha
              está en «Voy a ir».
            </MailParagraph>
          </>
        ) : (
          <>
            <MailButton href={personalUrl}>Ver o cancelar mis fechas</MailButton>
            <MailParagraph>
              ¿No puedes ir a alguna? Cancélala con ese botón: no necesitas cuenta. Ahí está también tu código
              para la puerta de cada fecha. El enlace es solo tuyo: no lo compartas.
            </MailParagraph>
          </>
        )}
        {calendar.length > 0 && (
          <MailParagraph>
            Con el archivo adjunto agregas a tu calendario las fechas en las que tienes cupo.
          </MailParagraph>
        )}
      </>
    ),
  });
}

const datesOf = (count: number): string => (count === 1 ? 'en una fecha' : `en ${count} fechas`);

const subjectOf = (addedBy: string | null): string =>
  addedBy === null ? 'Vas a asistir a varias fechas de una actividad' : 'Te agregaron a una actividad';
