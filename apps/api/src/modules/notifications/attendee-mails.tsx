import { longDate } from '../../platform/long-date.ts';
import type { Email } from '../../platform/mail/email.ts';
import { emailTemplate } from '../../platform/mail/email-template.ts';
import {
  MailButton,
  MailDetails,
  MailHeading,
  MailLink,
  MailParagraph,
} from '../../platform/mail/layout.tsx';
import { MailPersonalLink } from '../../platform/mail/personal-link.tsx';
import type { Platform } from '../../platform/platform.ts';

type Place = Pick<Platform, 'publicUrl' | 'settings'>;

const WHY =
  'Recibes este correo porque con esta dirección se confirmó la asistencia a esta actividad en Minga.';

const placeOr = (place: string): string => place || 'Por confirmar';

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
  /** Shows and cancels a visitor's attendance. */
  readonly personalUrl: string | null;
  readonly unsubscribeUrl: string;
}

type Change = Readonly<Record<'name' | 'title' | 'when' | 'where' | 'page' | 'unsubscribeUrl', string>> &
  /** As it was; null: as it is. */
  Readonly<Record<'oldWhen' | 'oldWhere', string | null>> &
  Pick<Links, 'personalUrl'>;

const change = emailTemplate(
  ({ name, title, when, where, oldWhen, oldWhere, page, personalUrl, unsubscribeUrl }: Change) => ({
    subject: `Cambió ${oldWhen === null ? 'el lugar' : 'la fecha'}: ${title}`,
    reason: WHY,
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>Hola, {name}</MailHeading>
        <MailParagraph>
          {whatChanged(oldWhen !== null, oldWhere !== null)} de «{title}», a la que vas a asistir.
        </MailParagraph>
        <MailDetails
          rows={[
            { label: oldWhen === null ? 'Cuándo, como estaba' : 'Ahora es', value: when },
            ...(oldWhen === null ? [] : [{ label: 'Antes era', value: oldWhen }]),
            { label: oldWhere === null ? 'Dónde, como estaba' : 'Ahora es en', value: where },
            ...(oldWhere === null ? [] : [{ label: 'Antes era en', value: oldWhere }]),
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
  }),
);

function whatChanged(isMoved: boolean, isElsewhere: boolean): string {
  if (isMoved && isElsewhere) return 'Cambiaron la fecha y el lugar';
  return isMoved ? 'Cambió la fecha' : 'Cambió el lugar';
}

/** Another date or place: what it was and what it is. */
export function changeEmail(
  { name, email }: Recipient,
  { activityId, title, oldDate, oldPlace, date, place: where }: Told,
  { personalUrl, unsubscribeUrl }: Links,
  place: Place,
): Promise<Email> {
  const { timeZone } = place.settings;
  return change(email, {
    name,
    title,
    when: longDate(date, timeZone),
    oldWhen: oldDate.getTime() === date.getTime() ? null : longDate(oldDate, timeZone),
    where: placeOr(where),
    oldWhere: oldPlace === where ? null : placeOr(oldPlace),
    page: `${place.publicUrl}/actividades/${activityId}`,
    personalUrl,
    unsubscribeUrl,
  });
}

type Deletion = Readonly<Record<'name' | 'title' | 'when' | 'where' | 'others' | 'unsubscribeUrl', string>>;

const deletion = emailTemplate(({ name, title, when, where, others, unsubscribeUrl }: Deletion) => ({
  subject: `Se canceló: ${title}`,
  reason: WHY,
  unsubscribeUrl,
  body: (
    <>
      <MailHeading>Hola, {name}</MailHeading>
      <MailParagraph>
        Quien organizaba «{title}» eliminó la actividad: no se hará. Lamentamos el cambio de planes.
      </MailParagraph>
      <MailDetails
        rows={[
          { label: 'Iba a ser', value: when },
          { label: 'En', value: where },
        ]}
      />
      <MailButton href={others}>Buscar otras actividades</MailButton>
    </>
  ),
}));

/** The activity will not be. */
export const deletionEmail = (
  { name, email }: Recipient,
  { title, date, place: where }: Told,
  unsubscribeUrl: string,
  { publicUrl, settings }: Place,
): Promise<Email> =>
  deletion(email, {
    name,
    title,
    when: longDate(date, settings.timeZone),
    where: placeOr(where),
    others: `${publicUrl}/actividades`,
    unsubscribeUrl,
  });
