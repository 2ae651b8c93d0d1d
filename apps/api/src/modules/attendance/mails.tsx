import { longDate } from '../../platform/long-date.ts';
import {
  MailButton,
  MailDetails,
  MailHeading,
  MailLink,
  MailParagraph,
} from '../../platform/mail/layout.tsx';
import { composeLetter, type Letter } from '../../platform/mail/letter.ts';
import type { Platform } from '../../platform/platform.ts';

interface Activity {
  readonly id: string;
  readonly title: string;
  readonly date: Date;
  readonly place: string;
}

type Place = Pick<Platform, 'publicUrl' | 'settings'>;

const SEE_OR_CANCEL = 'Ver o cancelar mi asistencia';

/**
 * Tells somebody that they are expected: what, when, where. Who has no account gets the personal link, by which the
 * attendance is cancelled.
 */
export function attendanceLetter(
  { name, email }: { name: string; email: string },
  activity: Activity,
  personalUrl: string | null,
  place: Place,
): Promise<Letter> {
  const page = `${place.publicUrl}/actividades/${activity.id}`;
  return composeLetter({
    to: email,
    subject: `Vas a asistir: ${activity.title}`,
    why: 'Recibes este correo porque con esta dirección se confirmó la asistencia a una actividad en Minga. Si no fuiste tú, puedes ignorarlo.',
    body: (
      <>
        <MailHeading>¡Te esperamos, {name}!</MailHeading>
        <MailParagraph>Quedó confirmada tu asistencia a «{activity.title}».</MailParagraph>
        <Facts activity={activity} timeZone={place.settings.timeZone} />
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
  });
}

/** The personal links that somebody asked for again; at least one. */
export function personalLinksLetter(
  email: string,
  links: readonly { activity: Activity; url: string }[],
  { settings }: Place,
): Promise<Letter> {
  const isOne = links.length === 1;
  return composeLetter({
    to: email,
    subject: isOne ? `Tu asistencia: ${links[0]?.activity.title}` : 'Tus asistencias en Minga',
    why: 'Recibes este correo porque alguien pidió los enlaces de las asistencias que tiene esta dirección en Minga. Si no fuiste tú, puedes ignorarlo: nada cambia.',
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
            <Facts activity={activity} timeZone={settings.timeZone} isNamed />
            <MailButton href={url}>{SEE_OR_CANCEL}</MailButton>
          </div>
        ))}
      </>
    ),
  });
}

interface FactsProps {
  readonly activity: Activity;
  readonly timeZone: string;
  readonly isNamed?: boolean;
}

function Facts({ activity, timeZone, isNamed = false }: FactsProps) {
  return (
    <MailDetails
      rows={[
        ...(isNamed ? [{ label: 'Qué', value: activity.title }] : []),
        { label: 'Cuándo', value: longDate(activity.date, timeZone) },
        { label: 'Dónde', value: activity.place || 'Por confirmar' },
      ]}
    />
  );
}
