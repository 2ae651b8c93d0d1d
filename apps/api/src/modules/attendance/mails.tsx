import { longDate } from '../../platform/long-date.ts';
import { composeEmail, type Email } from '../../platform/mail/email.ts';
import { emailTemplate } from '../../platform/mail/email-template.ts';
import {
  MailButton,
  MailDetails,
  MailHeading,
  MailLink,
  MailParagraph,
} from '../../platform/mail/layout.tsx';
import type { Platform } from '../../platform/platform.ts';

interface Activity {
  readonly id: string;
  readonly title: string;
  readonly date: Date;
  readonly place: string;
}

type Facts = Readonly<Record<'when' | 'where', string>>;

interface Expected extends Facts {
  readonly name: string;
  readonly title: string;
  readonly page: string;
  readonly personalUrl: string | null;
}

type Place = Pick<Platform, 'publicUrl' | 'settings'>;

const SEE_OR_CANCEL = 'Ver o cancelar mi asistencia';

const expected = emailTemplate(({ name, title, page, personalUrl, ...facts }: Expected) => ({
  subject: `Vas a asistir: ${title}`,
  reason:
    'Recibes este correo porque con esta dirección se confirmó la asistencia a una actividad en Minga. Si no fuiste tú, puedes ignorarlo.',
  body: (
    <>
      <MailHeading>¡Te esperamos, {name}!</MailHeading>
      <MailParagraph>Quedó confirmada tu asistencia a «{title}».</MailParagraph>
      <MailDetails rows={factsOf(facts)} />
      {personalUrl === null ? (
        <MailButton href={page}>Ver la actividad</MailButton>
      ) : (
        <>
          <MailButton href={personalUrl}>{SEE_OR_CANCEL}</MailButton>
          <MailParagraph>
            ¿No puedes ir? Cancela con ese botón: no necesitas cuenta. El enlace es solo tuyo: no lo
            compartas.
          </MailParagraph>
        </>
      )}
      <MailParagraph>
        <MailLink href={`${page}.ics`}>Agregar a mi calendario</MailLink>
      </MailParagraph>
    </>
  ),
}));

/**
 * Confirms an attendance: what, when, where. `url` is the personal link of attendees without an account, which cancels the
 * attendance.
 */
export const attendanceEmail = (
  { name, email }: { name: string; email: string },
  { id, title, ...activity }: Activity,
  personalUrl: string | null,
  { publicUrl, settings }: Place,
): Promise<Email> =>
  expected(email, {
    name,
    title,
    ...whenAndWhere(activity, settings.timeZone),
    page: `${publicUrl}/actividades/${id}`,
    personalUrl,
  });

/** The personal links of an address, on request; at least one. */
export function personalLinksEmail(
  email: string,
  links: readonly { activity: Activity; url: string }[],
  { settings }: Place,
): Promise<Email> {
  const isOne = links.length === 1;
  return composeEmail({
    to: email,
    subject: isOne ? `Tu asistencia: ${links[0]?.activity.title}` : 'Tus asistencias en Minga',
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
        {links.map(({ activity, url }) => (
          <div key={activity.id}>
            <MailDetails
              rows={[
                { label: 'Qué', value: activity.title },
                ...factsOf(whenAndWhere(activity, settings.timeZone)),
              ]}
            />
            <MailButton href={url}>{SEE_OR_CANCEL}</MailButton>
          </div>
        ))}
      </>
    ),
  });
}

const whenAndWhere = ({ date, place }: Pick<Activity, 'date' | 'place'>, timeZone: string): Facts => ({
  when: longDate(date, timeZone),
  where: place || 'Por confirmar',
});

const factsOf = ({ when, where }: Facts) => [
  { label: 'Cuándo', value: when },
  { label: 'Dónde', value: where },
];
