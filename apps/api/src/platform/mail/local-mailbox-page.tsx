import { SITE_NAME } from '@minga/contract/site-words';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Settings } from '../../settings.ts';
import { longDate } from '../local-time.ts';
import { dark, light } from './palette.ts';
import type { Attachment } from './schema.ts';

/** The stylesheet contains no `>`, `&` or quotes, which React escapes inside a style element. */
const stylesheet = `
:root {
  color-scheme: light dark;
  --paper: ${light.paper}; --sheet: ${light.sheet}; --ink: ${light.ink}; --soft: ${light.soft}; --line: ${light.line};
  --link: ${light.forest};
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: ${dark.paper}; --sheet: ${dark.sheet}; --ink: ${dark.ink}; --soft: ${dark.soft}; --line: ${dark.line};
    --link: ${light.maize};
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 Figtree, system-ui, sans-serif; }
header {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 16px;
  padding: 8px 20px; background: ${light.forest};
}
header a { display: inline-flex; align-items: center; min-height: 44px; color: ${light.paper}; font-size: 1.625rem; font-weight: 700; text-decoration: none; }
header a.app { font-size: 1.0625rem; font-weight: 400; text-decoration: underline; }
.weave {
  height: 12px; background-color: ${light.forest};
  background-image:
    linear-gradient(45deg, ${light.maize} 25%, transparent 25% 75%, ${light.maize} 75%),
    linear-gradient(-45deg, ${light.clay} 25%, transparent 25% 75%, ${light.clay} 75%);
  background-size: 24px 24px;
}
main { max-width: 760px; margin: 0 auto; padding: 24px 20px 64px; }
h1 { margin: 8px 0; font-size: max(1.25rem, min(1.875rem, 9vw)); line-height: 1.2; overflow-wrap: anywhere; hyphens: auto; text-wrap: balance; }
h2 { margin: 32px 0 8px; font-size: 1.3125rem; }
a { color: var(--link); }
a:focus-visible { outline: 3px solid ${light.maize}; outline-offset: 2px; border-radius: 4px; }
main nav { display: flex; flex-wrap: wrap; gap: 8px 24px; }
main nav a, .attachments a { display: inline-flex; align-items: center; min-height: 44px; }
.soft { color: var(--soft); overflow-wrap: anywhere; }
.empty { padding: 40px 20px; border: 2px dashed var(--line); border-radius: 12px; text-align: center; }
.letters { margin: 24px 0; padding: 0; list-style: none; }
.letters li { margin: 0 0 12px; }
.letters a {
  display: grid; gap: 2px; padding: 16px 20px; border: 1px solid var(--line); border-radius: 12px;
  background: var(--sheet); color: var(--ink); text-decoration: none; overflow-wrap: anywhere;
}
.letters a:hover { border-color: var(--link); }
.subject { font-size: 1.1875rem; font-weight: 600; hyphens: auto; }
.recipient, .letters time { color: var(--soft); font-size: 0.9375rem; }
.attachments { margin: 0; padding: 0; list-style: none; overflow-wrap: anywhere; }
iframe {
  display: block; width: 100%; height: 840px; margin: 16px 0; border: 1px solid var(--line); border-radius: 12px;
  background: var(--paper);
}
@media (max-width: 600px) { iframe { height: 1240px; } }
pre {
  margin: 0; padding: 20px; border: 1px solid var(--line); border-radius: 12px; background: var(--sheet);
  font: 0.9375rem/1.6 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
}
`;

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
  /** The id of the last listed email, if older ones exist. */
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
        {`${SITE_NAME} no tiene un servidor de correo configurado: los mensajes que enviaría se quedan aquí y solo se ven desde este computador.`}
      </p>
      {emails.length === 0 ? (
        <p className="empty">{`Todavía no hay correos. Los que ${SITE_NAME} envíe aparecerán en esta página.`}</p>
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

/** Replaces the content ids of inline images in the HTML part by data URLs. */
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
        <title>{`${title} · ${SITE_NAME}`}</title>
        <style>{stylesheet}</style>
      </head>
      <body>
        <header>
          <a href={PATH}>{SITE_NAME}</a>
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
