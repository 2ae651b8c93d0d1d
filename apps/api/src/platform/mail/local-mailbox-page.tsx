import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Settings } from '../../settings.ts';
import { longDate } from '../long-date.ts';
import { stylesheet } from './local-mailbox-style.ts';
import type { Attachment } from './schema.ts';

interface EmailSummary {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly createdAt: Date;
}

interface FullEmail extends EmailSummary {
  readonly html: string;
  readonly text: string;
  readonly replyTo: string | null;
  readonly attachments: readonly Attachment[];
}

type Zone = Pick<Settings, 'timeZone'>;

const PATH = '/correo-local';

interface MailboxPageParts {
  readonly emails: readonly EmailSummary[];
  /** Id of the last listed email, if older ones exist. */
  readonly olderThan: string | undefined;
  readonly isFirst: boolean;
  readonly settings: Zone;
}

/** Renders the list of emails as an HTML document. */
export function mailboxPage({ emails, olderThan, isFirst, settings }: MailboxPageParts): string {
  return htmlDocument(
    'Correo local',
    <>
      <h1>Correo local</h1>
      <p className="soft">
        Minga no tiene un servidor de correo configurado: los mensajes que enviaría se quedan aquí y solo se
        ven desde este computador.
      </p>
      {emails.length === 0 ? (
        <p className="empty">Todavía no hay correos. Los que Minga envíe aparecerán en esta página.</p>
      ) : (
        <ul className="letters">
          {emails.map(email => (
            <li key={email.id}>
              <a href={`${PATH}/${email.id}`}>
                <span className="subject">{email.subject}</span>
                <span className="recipient">Para {email.recipient}</span>
                <Time date={email.createdAt} settings={settings} />
              </a>
            </li>
          ))}
        </ul>
      )}
      <nav aria-label="Páginas">
        {!isFirst && <a href={PATH}>Ver los más recientes</a>}
        {olderThan !== undefined && <a href={`${PATH}?antes=${olderThan}`}>Ver correos más antiguos</a>}
      </nav>
    </>,
  );
}

/** Renders one email: its HTML in a sandboxed frame without scripts, whose links open in a new tab, and its text. */
export function emailPage({ email, settings }: { email: FullEmail; settings: Zone }): string {
  return htmlDocument(
    email.subject,
    <>
      <nav aria-label="Volver">
        <a href={PATH}>Volver a los correos</a>
      </nav>
      <h1>{email.subject}</h1>
      <p className="soft">
        Para {email.recipient}
        <br />
        {email.replyTo !== null && (
          <>
            Las respuestas van a {email.replyTo}
            <br />
          </>
        )}
        <Time date={email.createdAt} settings={settings} />
      </p>
      <iframe
        title="El mensaje"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcDoc={withImages(email).replace('<head>', '<head><base target="_blank">')}
      />
      {email.attachments.length > 0 && (
        <>
          <h2>Archivos adjuntos</h2>
          <ul className="attachments">
            {email.attachments.map(({ name }, index) => (
              <li key={name}>
                <a href={`${PATH}/${email.id}/adjuntos/${index}`} download={name}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>Versión de texto</h2>
      <pre>{withLinks(email.text)}</pre>
    </>,
  );
}

/** The HTML part with its inline images, which mail programs find by their content ids, as data URLs. */
const withImages = ({ html, attachments }: FullEmail): string =>
  attachments.reduce(
    (shown, { type, content, contentId }) =>
      contentId === undefined
        ? shown
        : shown.replaceAll(`src="cid:${contentId}"`, `src="data:${type};base64,${content}"`),
    html,
  );

function withLinks(text: string): ReactNode[] {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ),
  );
}

function Time({ date, settings }: { date: Date; settings: Zone }) {
  return <time dateTime={date.toISOString()}>{longDate(date, settings.timeZone)}</time>;
}

function htmlDocument(title: string, content: ReactNode): string {
  const markup = renderToStaticMarkup(
    <html lang="es">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · Minga`}</title>
        <style>{stylesheet}</style>
      </head>
      <body>
        <header>
          <a href={PATH}>Minga</a>
          <a className="app" href="/">
            Ir a la aplicación
          </a>
        </header>
        <div className="weave" />
        <main>{content}</main>
      </body>
    </html>,
  );
  return `<!doctype html>${markup}`;
}
