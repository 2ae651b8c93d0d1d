import { escapeMarkup } from '../../platform/escape-markup.ts';

/** The form's target. */
export const UNSUBSCRIBED_PATH = '/dejar-correos/listo';

// The text is that of apps/web/src/features/notifications/components/unsubscribe-*.tsx.

/** The style of the page, for the document's head. */
export const UNSUBSCRIBE_STYLE = `<style>
        /* The app's script would set it. */
        body { background: var(--minga-ground); color: var(--minga-ink); font-family: var(--minga-text-font); }
        .without-script-page { max-width: 30rem; margin-inline: auto; padding: 1.25rem 1rem 3rem; font-size: 1.0625rem; }
        .without-script-page h1 {
          margin: 1.75rem 0 0.5rem; font: 700 2.125rem / 1.12 var(--minga-heading-font); text-wrap: balance;
        }
        .without-script-page button {
          width: 100%; min-height: 3.125rem; margin-top: 0.75rem; border: 0; border-radius: var(--minga-radius);
          background: var(--minga-forest); color: var(--minga-forest-contrast); font: inherit; font-weight: 600; cursor: pointer;
        }
        .without-script-page a { display: inline-flex; gap: 0.6rem; align-items: center; min-height: 2.75rem; }
        .without-script-page .home { color: inherit; font: 800 1.6rem var(--minga-heading-font); text-decoration: none; }
      </style>`;

/** Asks for confirmation, like the app's screen: opening the link changes nothing. */
export const unsubscribeQuestion = (token: string): string =>
  page(
    '¿Dejar de recibir estos correos?',
    'Ya no te llegarán correos como el que te trajo aquí. Los demás correos de Minga siguen igual.',
    `<form method="post" action="${UNSUBSCRIBED_PATH}">
          <input type="hidden" name="token" value="${escapeMarkup(token)}">
          <button type="submit">Dejar de recibirlos</button>
        </form>
        <p>¿Fue sin querer? Cierra esta página: sin tu confirmación, nada cambia.</p>`,
  );

export const unsubscribeDone = (hasAccount: boolean): string =>
  page(
    'Listo',
    'Ya no te enviaremos correos como el que te trajo aquí.',
    hasAccount ? '<p>Si cambias de idea, actívalos otra vez en «Configurar Notificaciones».</p>' : '',
  );

export const unsubscribeBadLink = (): string =>
  page(
    'Este enlace ya no sirve',
    'No está completo o es de hace más de un año. El de un correo más reciente sí funciona; y si tienes cuenta, en «Configurar Notificaciones» eliges qué avisos recibes.',
  );

const page = (title: string, lead: string, more = ''): string => `
      <main class="without-script-page">
        <a href="/" class="home"><img src="/icon.svg" alt="" width="32" height="32">Minga</a>
        <h1>${title}</h1>
        <p>${lead}</p>
        ${more}
        <p><a href="/actividades">Ver actividades</a></p>
      </main>
    `;
