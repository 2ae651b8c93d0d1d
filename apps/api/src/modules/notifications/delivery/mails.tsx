import { Fragment } from 'react';
import { composeEmail, type Email } from '../../../platform/mail/email.ts';
import { MailButton, MailHeading, MailLink, MailParagraph } from '../../../platform/mail/layout.tsx';
import type { Platform } from '../../../platform/platform.ts';
import type { Addressee } from './gathered-mails.tsx';

/** Limits the length of lists. */
const LISTED_MAX = 50;

interface Entry {
  readonly name: string;
  readonly isConfirmed: boolean;
  /** Whether an administrator removed the attendee. */
  readonly isByAdmin: boolean;
}

interface Section {
  readonly activity: { readonly id: string; readonly title: string };
  readonly entries: readonly Entry[];
  readonly attendeeCount: number;
  /** Number of people on the waiting list. */
  readonly waitingCount: number;
}

/** E-mail about confirmations, cancellations and new waiting lists of one or several activities since the last digest. */
export function digestEmail(
  { username, email }: Addressee,
  sections: readonly [Section, ...Section[]],
  unsubscribeUrl: string,
  { publicUrl }: Pick<Platform, 'publicUrl'>,
): Promise<Email> {
  const listOf = ({ activity }: Section) => `${publicUrl}/tasks/asistencia?taskId=${activity.id}`;
  const [first, ...others] = sections;
  return composeEmail({
    to: email,
    subject: subjectOf(sections),
    reason: 'Recibes este correo porque organizas actividades en Minga.',
    unsubscribeUrl,
    body: (
      <>
        <MailHeading>Hola, {username}</MailHeading>
        {others.length === 0 ? (
          <>
            <Changes {...first} publicUrl={publicUrl} />
            <MailButton href={listOf(first)}>Ver la lista</MailButton>
          </>
        ) : (
          sections.slice(0, LISTED_MAX).map(section => (
            <Fragment key={section.activity.id}>
              <MailParagraph>
                <strong>{section.activity.title}</strong>
              </MailParagraph>
              <Changes {...section} publicUrl={publicUrl} />
              <MailParagraph>
                <MailLink href={listOf(section)}>Ver la lista</MailLink>
              </MailParagraph>
            </Fragment>
          ))
        )}
      </>
    ),
  });
}

function subjectOf([first, ...others]: readonly [Section, ...Section[]]): string {
  if (others.length > 0) return `Novedades de asistencia en ${others.length + 1} actividades`;
  const [entry, ...more] = first.entries;
  const { title } = first.activity;
  if (entry === undefined) return `Hay lista de espera: ${title}`;
  return more.length === 0
    ? `${entry.name} ${stateOf(entry)}: ${title}`
    : `Novedades de asistencia: ${title}`;
}

function Changes({
  activity,
  entries,
  attendeeCount,
  waitingCount,
  publicUrl,
}: Section & { readonly publicUrl: string }) {
  return (
    <>
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
      {waitingCount > 0 && (
        <MailParagraph>
          {waitingNow(waitingCount)} Puedes darles cupo en la lista. ¿Caben más?{' '}
          <MailLink href={`${publicUrl}/tasks/${activity.id}`}>Sube los cupos</MailLink>
        </MailParagraph>
      )}
    </>
  );
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

const waitingNow = (count: number): string =>
  count === 1 ? 'Una persona espera un cupo.' : `${count.toLocaleString('es-CO')} personas esperan un cupo.`;

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
