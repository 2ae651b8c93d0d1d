import type { ReportReason } from '@minga/contract/report-reasons';
import { composeEmail, type Email } from '../../platform/mail/email.ts';
import { MailButton, MailDetails, MailHeading, MailParagraph } from '../../platform/mail/layout.tsx';
import type { Platform } from '../../platform/platform.ts';
import { reasonsInWords } from './rules.ts';
import { ofDates } from './series-text.ts';

type Place = Pick<Platform, 'publicUrl' | 'settings'>;

interface Owned {
  readonly activity: {
    readonly id: string;
    readonly title: string;
    readonly date: Date;
    readonly place: string;
  };
  readonly owner: { readonly username: string; readonly email: string };
}

const OWNER_WHY = 'Recibes este correo porque organizas esta actividad en Minga.';
/** Longer lists are not read to the end. */
const LISTED_MAX = 50;

const pageOf = ({ publicUrl }: Place, id: string): string => `${publicUrl}/actividades/${id}`;

interface Entry {
  readonly name: string;
  readonly isConfirmed: boolean;
  /** An administrator removed the attendee. */
  readonly isByAdmin: boolean;
}

/** Confirmations and cancellations since the last digest. */
export function digestEmail(
  { activity, owner }: Owned,
  entries: readonly Entry[],
  attendeeCount: number,
  unsubscribeUrl: string,
  place: Place,
): Promise<Email> {
  const [first] = entries;
  const subject =
    entries.length === 1 && first !== undefined
      ? `${first.name} ${stateOf(first)}: ${activity.title}`
      : `Novedades de asistencia: ${activity.title}`;
  return composeEmail({
    to: owner.email,
    subject,
    reason: OWNER_WHY,
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>Hola, {owner.username}</MailHeading>
        <Names
          label="Confirmaron su asistencia"
          names={entries.filter(({ isConfirmed }) => isConfirmed).map(({ name }) => name)}
        />
        <Names
          label="Ya no asistirán"
          names={entries
            .filter(({ isConfirmed, isByAdmin }) => !isConfirmed && !isByAdmin)
            .map(({ name }) => name)}
        />
        <Names
          label="Quien administra Minga quitó de la lista a"
          names={entries.filter(({ isByAdmin }) => isByAdmin).map(({ name }) => name)}
        />
        <MailParagraph>
          {comingNow(attendeeCount)} a «{activity.title}
          ».
        </MailParagraph>
        <MailButton href={`${place.publicUrl}/tasks/asistencia?taskId=${activity.id}`}>
          Ver la lista
        </MailButton>
      </>
    ),
  });
}

function stateOf({ isConfirmed, isByAdmin }: Entry): string {
  if (isConfirmed) return 'asistirá';
  return isByAdmin ? 'ya no está en la lista' : 'ya no asistirá';
}

function comingNow(count: number): string {
  if (count === 0) return 'Por ahora no asistirá nadie';
  return count === 1
    ? 'Ahora asistirá una persona'
    : `Ahora asistirán ${count.toLocaleString('es-CO')} personas`;
}

function Names({ label, names }: { readonly label: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  const more = names.length - LISTED_MAX;
  return (
    <MailParagraph>
      {label}: {names.slice(0, LISTED_MAX).join(', ')}
      {more > 0 && ` y ${more.toLocaleString('es-CO')} más`}.
    </MailParagraph>
  );
}

export function approvalEmail(
  { activity, owner }: Owned,
  dates: number,
  unsubscribeUrl: string,
  place: Place,
): Promise<Email> {
  return composeEmail({
    to: owner.email,
    subject: `Aprobada: ${activity.title}`,
    reason: OWNER_WHY,
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>¡Buenas noticias, {owner.username}!</MailHeading>
        <MailParagraph>
          Tu actividad «{activity.title}» fue aprobada y ya está publicada{ofDates(dates)}.
        </MailParagraph>
        <MailButton href={pageOf(place, activity.id)}>Ver la actividad</MailButton>
      </>
    ),
  });
}

interface Rejection {
  readonly reason: string;
  /** The kinds of the reports that led to it. */
  readonly reported?: readonly ReportReason[];
  readonly wasApproved: boolean;
  readonly dates: number;
}

export function rejectionEmail(
  { activity, owner }: Owned,
  { reason, reported = [], wasApproved, dates }: Rejection,
  unsubscribeUrl: string,
  place: Place,
): Promise<Email> {
  return composeEmail({
    to: owner.email,
    subject: `${wasApproved ? 'Retirada' : 'No fue aprobada'}: ${activity.title}`,
    reason: OWNER_WHY,
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>Hola, {owner.username}</MailHeading>
        <MailParagraph>
          Tu actividad «{activity.title}» {wasApproved ? 'fue retirada' : 'no fue aprobada'}
          {ofDates(dates)}, y por ahora nadie más la ve.
        </MailParagraph>
        <MailDetails
          rows={[
            { label: 'Motivo', value: reason },
            ...(reported.length === 0
              ? []
              : [{ label: 'La reportaron por', value: reasonsInWords(reported) }]),
          ]}
        />
        <MailParagraph>
          Si la corriges, la revisaremos de nuevo. Si crees que es un error, puedes pedir una vez que la
          revisen de nuevo, desde la página de la actividad.
        </MailParagraph>
        <MailButton href={`${place.publicUrl}/tasks`}>Ir a mis actividades</MailButton>
      </>
    ),
  });
}

/** To the owner of an activity that an admin has deleted. */
export const removalEmail = (
  { username, email }: Owned['owner'],
  { title, reason, dates }: { readonly title: string; readonly reason: string; readonly dates: number },
  unsubscribeUrl: string,
  place: Place,
): Promise<Email> =>
  composeEmail({
    to: email,
    subject: `Eliminada: ${title}`,
    reason: 'Recibes este correo porque organizabas esta actividad en Minga.',
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>Hola, {username}</MailHeading>
        <MailParagraph>
          Quien administra Minga eliminó tu actividad «{title}»{ofDates(dates)}. Ya no se puede ver.
        </MailParagraph>
        {reason !== '' && <MailDetails rows={[{ label: 'Motivo', value: reason }]} />}
        <MailButton href={`${place.publicUrl}/tasks`}>Ir a mis actividades</MailButton>
      </>
    ),
  });
