import type { Claim, Need } from '@minga/contract/needs';
import { longPeriod } from '../../platform/local-time.ts';
import { composeEmail, type Email, emailTemplate } from '../../platform/mail/email.ts';
import {
  MailButton,
  MailDetails,
  MailHeading,
  MailLink,
  MailParagraph,
} from '../../platform/mail/layout.tsx';
import type { Attachment } from '../../platform/mail/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AttendanceRow } from './repository.ts';

/** The facts of an activity in e-mails to attendees. */
export interface MailActivity {
  readonly id: string;
  readonly title: string;
  readonly date: Date;
  readonly endDate: Date | null;
  readonly place: string;
  readonly directions: string;
  readonly isLocationPrivate: boolean;
}

export type Facts = Readonly<Record<'when' | 'where', string>> & {
  readonly directions: string | null;
  readonly companions: string | null;
  /** The party's claims as text, or null if it has none. */
  readonly claimed: string | null;
};

interface Party {
  readonly companions: number;
  /** The party's claims as text, or null if it has none. */
  readonly claimed: string | null;
  readonly isConfirmed: boolean;
}

/** The facts for an e-mail. Directions to a private location are included only if the place is confirmed. */
export const factsOf = (
  { date, endDate, place, directions, isLocationPrivate }: Omit<MailActivity, 'id' | 'title'>,
  { companions, claimed, isConfirmed }: Party,
  timeZone: string,
): Facts => ({
  when: longPeriod(date, endDate, timeZone),
  where: place || 'Por confirmar',
  directions: (isConfirmed || !isLocationPrivate) && directions !== '' ? directions : null,
  claimed,
  companions: partyText(companions),
});

const partyText = (companions: number): string | null =>
  companions === 0 ? null : `Tú y ${companions} ${companions === 1 ? 'persona' : 'personas'} más`;

/** A party's claims as text, such as 'Cocina, 2 de Palas', or null if it has none. */
export function claimedText(needs: readonly Need[], claims: readonly Claim[]): string | null {
  const quantities = new Map(claims.map(({ needId, quantity }) => [needId, quantity]));
  const texts = needs.flatMap(({ _id, name }) => {
    const quantity = quantities.get(_id) ?? 0;
    if (quantity === 0) return [];
    return quantity === 1 ? name : `${quantity} de ${name}`;
  });
  return texts.length === 0 ? null : texts.join(', ');
}

export const factRows = ({ when, where, directions, companions, claimed }: Facts) => [
  { label: 'Cuándo', value: when },
  { label: 'Dónde', value: where },
  ...(directions === null ? [] : [{ label: 'Cómo llegar', value: directions }]),
  ...partyRows({ companions, claimed }),
];

const partyRows = ({ companions, claimed }: Pick<Facts, 'companions' | 'claimed'>) => [
  ...(claimed === null ? [] : [{ label: 'Ayudas o llevas', value: claimed }]),
  ...(companions === null ? [] : [{ label: 'Quiénes van', value: companions }]),
];

/** The rows of a party's claims and size, for an e-mail about several activities. */
export const partyRowsOf = ({ companions, claimed }: Omit<Party, 'isConfirmed'>) =>
  partyRows({ companions: partyText(companions), claimed });

interface Expected extends Facts {
  readonly name: string;
  readonly title: string;
  /** The title for the subject, or null if the address is not proved: then the subject contains no text of users. */
  readonly subjectTitle: string | null;
  readonly page: string;
  readonly personalUrl: string | null;
  readonly addedBy: string | null;
}

type Place = Pick<Platform, 'publicUrl' | 'settings'>;

interface Recipient {
  readonly name: string;
  readonly email: string;
  readonly companions: number;
  /** The party's claims as text, or null if it has none. */
  readonly claimed: string | null;
}

const SEE_OR_CANCEL = 'Ver o cancelar mi asistencia';

const expected = emailTemplate(({ name, title, page, personalUrl, addedBy, ...facts }: Expected) => ({
  subject: subjectOf(facts.subjectTitle, addedBy),
  reason:
    'Recibes este correo porque con esta dirección se confirmó la asistencia a una actividad en Minga. Si no fuiste tú, puedes ignorarlo.',
  body: (
    <>
      <MailHeading>¡Te esperamos, {name}!</MailHeading>
      <MailParagraph>
        {addedBy === null
          ? `Quedó confirmada tu asistencia a «${title}».`
          : `${addedBy}, que organiza «${title}», te agregó a la lista de participantes.`}
      </MailParagraph>
      <MailDetails rows={factRows(facts)} />
      {personalUrl === null ? (
        <>
          <MailButton href={page}>Ver la actividad</MailButton>
          <MailParagraph>
            ¿No puedes ir? Cancela ahí, con tu cuenta. Tu código para la puerta está en «Voy a ir».
          </MailParagraph>
        </>
      ) : (
        <>
          <MailButton href={personalUrl}>{SEE_OR_CANCEL}</MailButton>
          <MailParagraph>
            ¿No puedes ir? Cancela con ese botón: no necesitas cuenta. Ahí está también tu código para la
            puerta. El enlace es solo tuyo: no lo compartas.
          </MailParagraph>
        </>
      )}
      <MailParagraph>
        Con el archivo adjunto agregas la actividad a tu calendario. ¿No ves el adjunto?{' '}
        <MailLink href={`${page}.ics`}>Agregar a mi calendario</MailLink>
      </MailParagraph>
    </>
  ),
}));

function subjectOf(title: string | null, addedBy: string | null): string {
  if (title !== null) return `Vas a asistir: ${title}`;
  return addedBy === null ? 'Vas a asistir a una actividad' : 'Te agregaron a una actividad';
}

/**
 * Confirms an attendance. `personalUrl` is the link that shows and cancels it, or null if the address is the account's own.
 * `addedBy` is the organiser who added the attendee, or null.
 */
export function attendanceEmail(
  { name, email, companions, claimed }: Recipient,
  { id, title, ...activity }: MailActivity,
  {
    personalUrl,
    addedBy,
    calendar,
  }: Pick<Expected, 'personalUrl' | 'addedBy'> & { readonly calendar: readonly Attachment[] },
  { publicUrl, settings }: Place,
): Promise<Email> {
  const isProved = personalUrl === null;
  const party = { companions, claimed, isConfirmed: true };
  return expected(
    email,
    {
      name,
      title,
      subjectTitle: isProved ? title : null,
      ...factsOf(activity, party, settings.timeZone),
      page: `${publicUrl}/actividades/${id}`,
      personalUrl,
      addedBy,
    },
    calendar,
  );
}

const duplicate = emailTemplate(({ title, personalUrl }: Pick<Expected, 'title' | 'personalUrl'>) => ({
  subject: 'Ya estás en la lista de una actividad',
  reason:
    'Recibes este correo porque alguien escribió esta dirección para confirmar una asistencia en Minga. Como mucho te avisamos una vez al día por cada actividad.',
  body: (
    <>
      <MailHeading>Ya estabas en la lista</MailHeading>
      <MailParagraph>
        Alguien escribió tu correo para confirmar que asiste a «{title}», donde ya estás. Nada cambió: tu
        asistencia sigue igual.
      </MailParagraph>
      <MailParagraph>
        Si fuiste tú, no tienes que hacer nada. Si no, ten en cuenta que esa persona pudo notar que este
        correo ya estaba en la lista.
      </MailParagraph>
      {personalUrl !== null && <MailButton href={personalUrl}>{SEE_OR_CANCEL}</MailButton>}
    </>
  ),
}));

/** Notifies an attendee that the address was entered again. `personalUrl` is null for an account's attendance. */
export const duplicateEmail = (
  email: string,
  { title }: Pick<MailActivity, 'title'>,
  personalUrl: string | null,
): Promise<Email> => duplicate(email, { title, personalUrl });

type LinkedAttendance = Pick<AttendanceRow, 'companions' | 'status'>;

type Cancelled = Pick<Expected, 'name' | 'title' | 'subjectTitle' | 'page' | 'when' | 'where'>;

const cancelled = emailTemplate(({ name, title, subjectTitle, page, when, where }: Cancelled) => ({
  subject:
    subjectTitle === null
      ? 'Cancelaste tu asistencia a una actividad'
      : `Cancelaste tu asistencia: ${subjectTitle}`,
  reason: 'Recibes este correo porque se canceló la asistencia que esta dirección tenía en Minga.',
  body: (
    <>
      <MailHeading>Ya no estás en la lista, {name}</MailHeading>
      <MailParagraph>
        Cancelaste tu asistencia a «{title}», y tu cupo le sirve a otra persona. Gracias por avisar.
      </MailParagraph>
      <MailDetails
        rows={[
          { label: 'Cuándo', value: when },
          { label: 'Dónde', value: where },
        ]}
      />
      <MailParagraph>Con el archivo adjunto la quitas de tu calendario.</MailParagraph>
      <MailParagraph>¿Cambiaste de idea? Puedes confirmar otra vez en su página.</MailParagraph>
      <MailButton href={page}>Ver la actividad</MailButton>
    </>
  ),
}));

/**
 * Confirms a cancellation to the attendee, with the file that removes the activity from a calendar. An account's address is proved.
 */
export function cancelledEmail(
  { name, email }: Pick<Recipient, 'name' | 'email'>,
  { id, title, ...activity }: MailActivity,
  { isProved, calendar }: { readonly isProved: boolean; readonly calendar: readonly Attachment[] },
  { publicUrl, settings }: Place,
): Promise<Email> {
  const party = { companions: 0, claimed: null, isConfirmed: false };
  const { when, where } = factsOf(activity, party, settings.timeZone);
  const page = `${publicUrl}/actividades/${id}`;
  const subjectTitle = isProved ? title : null;
  return cancelled(email, { name, title, subjectTitle, page, when, where }, calendar);
}

/** Sends the personal links of an address on request; `links` must not be empty. */
export function personalLinksEmail(
  email: string,
  links: readonly {
    activity: MailActivity;
    attendance: LinkedAttendance;
    needs: readonly Need[];
    claims: readonly Claim[];
    url: string;
  }[],
  calendar: readonly Attachment[],
  { settings }: Place,
): Promise<Email> {
  const isOne = links.length === 1;
  return composeEmail({
    to: email,
    attachments: calendar,
    subject: isOne ? 'Tu asistencia en Minga' : 'Tus asistencias en Minga',
    reason:
      'Recibes este correo porque alguien pidió los enlaces de las asistencias que tiene esta dirección en Minga. Si no fuiste tú, puedes ignorarlo: nada cambia.',
    body: (
      <>
        <MailHeading>{isOne ? 'Aquí está tu enlace' : 'Aquí están tus enlaces'}</MailHeading>
        <MailParagraph>
          {isOne
            ? 'Con este botón ves tu asistencia y, si no puedes ir, la cancelas. El enlace es solo tuyo: no lo compartas.'
            : 'Con cada botón ves una asistencia y, si no puedes ir, la cancelas. Los enlaces son solo tuyos: no los compartas.'}
        </MailParagraph>
        {links.map(({ activity, attendance: { companions, status }, needs, claims, url }) => (
          <div key={activity.id}>
            <MailDetails
              rows={[
                { label: 'Qué', value: activity.title },
                ...factRows(
                  factsOf(
                    activity,
                    {
                      companions,
                      claimed: claimedText(needs, claims),
                      isConfirmed: status === 'confirmed',
                    },
                    settings.timeZone,
                  ),
                ),
              ]}
            />
            <MailButton href={url}>{SEE_OR_CANCEL}</MailButton>
          </div>
        ))}
        {calendar.length > 0 && (
          <MailParagraph>
            Con el archivo adjunto agregas a tu calendario las fechas en las que tienes cupo.
          </MailParagraph>
        )}
      </>
    ),
  });
}
