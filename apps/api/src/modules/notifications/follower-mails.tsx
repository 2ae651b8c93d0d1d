import { longDate } from '../../platform/long-date.ts';
import { composeEmail, type Email } from '../../platform/mail/email.ts';
import {
  MailButton,
  MailDetails,
  MailHeading,
  MailLink,
  MailParagraph,
} from '../../platform/mail/layout.tsx';
import type { Platform } from '../../platform/platform.ts';
import type { Published } from './follower-repository.ts';

type Site = Pick<Platform, 'publicUrl' | 'settings'>;

interface Reader {
  readonly email: string;
  readonly username: string;
}

const WHY = 'Recibes este correo porque sigues a este colectivo en Minga.';
const DIGEST_WHY = 'Recibes este correo, una vez al día, porque sigues a estos colectivos en Minga.';
/** Longer lists are not read to the end. */
const LISTED_MAX = 30;

const pageOf = ({ publicUrl }: Site, { id }: Published): string => `${publicUrl}/actividades/${id}`;
const placeOr = (place: string): string => place || 'Por confirmar';

/** At once, of one new activity. */
export const newActivityEmail = (
  { email, username }: Reader,
  activity: Published,
  unsubscribeUrl: string,
  site: Site,
): Promise<Email> =>
  composeEmail({
    to: email,
    subject: `${activity.collective.name}: ${activity.title}`,
    reason: WHY,
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>Hola, {username}</MailHeading>
        <MailParagraph>
          {activity.collective.name} publicó una actividad nueva: «{activity.title}».
        </MailParagraph>
        <MailDetails
          rows={[
            { label: 'Cuándo', value: longDate(activity.date, site.settings.timeZone) },
            { label: 'Dónde', value: placeOr(activity.place) },
          ]}
        />
        <MailButton href={pageOf(site, activity)}>Ver la actividad</MailButton>
        <MailParagraph>
          <MailLink href={`${site.publicUrl}/colectivos/${activity.collective.slug}`}>
            Elegir cada cuánto me escriben
          </MailLink>
        </MailParagraph>
      </>
    ),
  });

/** Once a day, of all new activities, the nearest first. */
export function followDigestEmail(
  { email, username }: Reader,
  found: readonly Published[],
  unsubscribeUrl: string,
  site: Site,
): Promise<Email> {
  const listed = found.slice(0, LISTED_MAX);
  const names = [...new Set(found.map(({ collective }) => collective.name))];
  return composeEmail({
    to: email,
    subject:
      found.length === 1
        ? 'Una actividad nueva de un colectivo que sigues'
        : `${found.length} actividades nuevas de colectivos que sigues`,
    reason: DIGEST_WHY,
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>Hola, {username}</MailHeading>
        <MailParagraph>
          {found.length === 1 ? 'Hay una actividad nueva' : `Hay ${found.length} actividades nuevas`} de{' '}
          {new Intl.ListFormat('es-CO').format(names)}.
        </MailParagraph>
        {listed.map(activity => (
          <MailParagraph key={activity.id}>
            <MailLink href={pageOf(site, activity)}>{activity.title}</MailLink>
            {`. ${activity.collective.name}. ${longDate(activity.date, site.settings.timeZone)}, ${placeOr(activity.place)}`}
          </MailParagraph>
        ))}
        {found.length > LISTED_MAX && (
          <MailParagraph>Y {found.length - LISTED_MAX} más, en las páginas de los colectivos.</MailParagraph>
        )}
        <MailButton href={`${site.publicUrl}/actividades`}>Ver todas las actividades</MailButton>
      </>
    ),
  });
}
