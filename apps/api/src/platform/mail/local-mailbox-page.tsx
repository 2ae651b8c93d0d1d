import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Settings } from '../../settings.ts';
import { longDate } from '../long-date.ts';
import { stylesheet } from './local-mailbox-style.ts';

interface Listed {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly createdAt: Date;
}

interface Letter extends Listed {
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly { name: string }[];
}

type Zone = Pick<Settings, 'timeZone'>;

const PATH = '/correo-local';

interface MailboxPageParts {
  readonly letters: readonly Listed[];
  /** The last of these letters, when there are older ones. */
  readonly olderThan: string | undefined;
  readonly isFirst: boolean;
  readonly settings: Zone;
}

/** The list of letters, newest first, as a whole HTML document. */
export function mailboxPage({ letters, olderThan, isFirst, settings }: MailboxPageParts): string {
  return htmlDocument(
    'Correo local',
    <>
      <h1>Correo local</h1>
      <p className="soft">
        Minga no tiene un servidor de correo configurado: los mensajes que enviaría se quedan aquí y solo se
        ven desde este computador.
      </p>
      {letters.length === 0 ? (
        <p className="empty">Todavía no hay correos. Los que Minga envíe aparecerán en esta página.</p>
      ) : (
        <ul className="letters">
          {letters.map(letter => (
            <li key={letter.id}>
              <a href={`${PATH}/${letter.id}`}>
                <span className="subject">{letter.subject}</span>
                <span className="recipient">Para {letter.recipient}</span>
                <Time moment={letter.createdAt} settings={settings} />
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

/** One letter: its HTML shut into a frame without scripts, whose links open beside it, and its text. */
export function emailPage({ letter, settings }: { letter: Letter; settings: Zone }): string {
  return htmlDocument(
    letter.subject,
    <>
      <nav aria-label="Volver">
        <a href={PATH}>Volver a los correos</a>
      </nav>
      <h1>{letter.subject}</h1>
      <p className="soft">
        Para {letter.recipient}
        <br />
        <Time moment={letter.createdAt} settings={settings} />
      </p>
      <iframe
        title="El mensaje"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcDoc={letter.html.replace('<head>', '<head><base target="_blank">')}
      />
      {letter.attachments.length > 0 && (
        <>
          <h2>Archivos adjuntos</h2>
          <ul className="attachments">
            {letter.attachments.map(({ name }, index) => (
              <li key={name}>
                <a href={`${PATH}/${letter.id}/adjuntos/${index}`} download={name}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>Versión de texto</h2>
      <pre>{withLinks(letter.text)}</pre>
    </>,
  );
}

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

function Time({ moment, settings }: { moment: Date; settings: Zone }) {
  return <time dateTime={moment.toISOString()}>{longDate(moment, settings.timeZone)}</time>;
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
