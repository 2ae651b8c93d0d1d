import { longDate } from '../../platform/long-date.ts';
import {
  MailButton,
  MailDetails,
  MailHeading,
  MailLink,
  MailParagraph,
} from '../../platform/mail/layout.tsx';
import { composeLetter, type Letter } from '../../platform/mail/letter.ts';
import { MailPersonalLink } from '../../platform/mail/personal-link.tsx';
import type { Platform } from '../../platform/platform.ts';

type Place = Pick<Platform, 'publicUrl' | 'settings'>;

interface Owned {
  readonly activity: {
    readonly id: string;
    readonly title: string;
    readonly date: Date;
    readonly place: string;
  };
  readonly owner: { readonly username: string; readonly email: string };
  readonly count: number;
}

const OWNER_WHY = 'Recibes este correo porque organizas esta actividad en Minga.';
const ATTENDEE_WHY =
  'Recibes este correo porque con esta dirección se confirmó la asistencia a esta actividad en Minga.';
/** A letter that lists more is no longer read. */
const LISTED_MAX = 50;

const placeOr = (place: string): string => place || 'Por confirmar';
const pageOf = ({ publicUrl }: Place, id: string): string => `${publicUrl}/actividades/${id}`;

interface Entry {
  readonly name: string;
  readonly isComing: boolean;
}

/** Who comes and who no longer comes, since the last such letter. */
export function digestLetter(
  { activity, owner, count }: Owned,
  entries: readonly Entry[],
  unsubscribeUrl: string,
  place: Place,
): Promise<Letter> {
  const [first] = entries;
  const subject =
    entries.length === 1 && first !== undefined
      ? `${first.name} ${first.isComing ? 'asistirá' : 'ya no asistirá'}: ${activity.title}`
      : `Novedades de asistencia: ${activity.title}`;
  return composeLetter({
    to: owner.email,
    subject,
    why: OWNER_WHY,
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>Hola, {owner.username}</MailHeading>
        <Names
          label="Confirmaron su asistencia"
          names={entries.filter(({ isComing }) => isComing).map(({ name }) => name)}
        />
        <Names
          label="Ya no asistirán"
          names={entries.filter(({ isComing }) => !isComing).map(({ name }) => name)}
        />
        <MailParagraph>
          {comingNow(count)} a «{activity.title}
          ».
        </MailParagraph>
        <MailButton href={`${place.publicUrl}/tasks/asistencia?taskId=${activity.id}`}>
          Ver la lista
        </MailButton>
      </>
    ),
  });
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

interface Told {
  readonly activityId: string;
  readonly title: string;
  readonly oldDate: Date;
  readonly oldPlace: string;
  readonly date: Date;
  readonly place: string;
}

interface Recipient {
  readonly name: string;
  readonly email: string;
}

interface Links {
  /** Shows and cancels the attendance of somebody without an account. */
  readonly personalUrl: string | null;
  readonly unsubscribeUrl: string;
}

/** Another date or place: what it was and what it is. */
export function changeLetter(
  { name, email }: Recipient,
  told: Told,
  { personalUrl, unsubscribeUrl }: Links,
  place: Place,
): Promise<Letter> {
  const { timeZone } = place.settings;
  const isMoved = told.oldDate.getTime() !== told.date.getTime();
  const isElsewhere = told.oldPlace !== told.place;
  const page = pageOf(place, told.activityId);
  return composeLetter({
    to: email,
    subject: `Cambió ${isMoved ? 'la fecha' : 'el lugar'}: ${told.title}`,
    why: ATTENDEE_WHY,
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>Hola, {name}</MailHeading>
        <MailParagraph>
          {isMoved && isElsewhere
            ? 'Cambiaron la fecha y el lugar'
            : isMoved
              ? 'Cambió la fecha'
              : 'Cambió el lugar'}{' '}
          de «{told.title}», a la que vas a asistir.
        </MailParagraph>
        <MailDetails
          rows={[
            { label: isMoved ? 'Ahora es' : 'Cuándo, como estaba', value: longDate(told.date, timeZone) },
            ...(isMoved ? [{ label: 'Antes era', value: longDate(told.oldDate, timeZone) }] : []),
            { label: isElsewhere ? 'Ahora es en' : 'Dónde, como estaba', value: placeOr(told.place) },
            ...(isElsewhere ? [{ label: 'Antes era en', value: placeOr(told.oldPlace) }] : []),
          ]}
        />
        <MailButton href={page}>Ver la actividad</MailButton>
        {personalUrl !== null && (
          <MailPersonalLink href={personalUrl} question="¿Ya no puedes ir?">
            Mira o cancela tu asistencia
          </MailPersonalLink>
        )}
        <MailParagraph>
          <MailLink href={`${page}.ics`}>Actualizar mi calendario</MailLink>
        </MailParagraph>
      </>
    ),
  });
}

/** The activity will not be. */
export function deletionLetter(
  { name, email }: Recipient,
  { title, date, place: where }: Told,
  unsubscribeUrl: string,
  place: Place,
): Promise<Letter> {
  return composeLetter({
    to: email,
    subject: `Se canceló: ${title}`,
    why: ATTENDEE_WHY,
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>Hola, {name}</MailHeading>
        <MailParagraph>
          Quien organizaba «{title}» eliminó la actividad: no se hará. Lamentamos el cambio de planes.
        </MailParagraph>
        <MailDetails
          rows={[
            { label: 'Iba a ser', value: longDate(date, place.settings.timeZone) },
            { label: 'En', value: placeOr(where) },
          ]}
        />
        <MailButton href={`${place.publicUrl}/actividades`}>Buscar otras actividades</MailButton>
      </>
    ),
  });
}

export function approvalLetter(
  { activity, owner }: Owned,
  unsubscribeUrl: string,
  place: Place,
): Promise<Letter> {
  return composeLetter({
    to: owner.email,
    subject: `Aprobada: ${activity.title}`,
    why: OWNER_WHY,
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>¡Buenas noticias, {owner.username}!</MailHeading>
        <MailParagraph>Tu actividad «{activity.title}» fue aprobada y ya está publicada.</MailParagraph>
        <MailButton href={pageOf(place, activity.id)}>Ver la actividad</MailButton>
      </>
    ),
  });
}

export function rejectionLetter(
  { activity, owner }: Owned,
  reason: string,
  unsubscribeUrl: string,
  place: Place,
): Promise<Letter> {
  return composeLetter({
    to: owner.email,
    subject: `No fue aprobada: ${activity.title}`,
    why: OWNER_WHY,
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>Hola, {owner.username}</MailHeading>
        <MailParagraph>
          Tu actividad «{activity.title}» no fue aprobada y por ahora nadie más la ve.
        </MailParagraph>
        <MailDetails rows={[{ label: 'Motivo', value: reason }]} />
        <MailParagraph>Si la corriges, la revisaremos de nuevo.</MailParagraph>
        <MailButton href={`${place.publicUrl}/tasks`}>Ir a mis actividades</MailButton>
      </>
    ),
  });
}
