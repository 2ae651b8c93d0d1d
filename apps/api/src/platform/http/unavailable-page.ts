import type { FastifyRequest } from 'fastify';

/** Whether a person opens this address in a browser; what the app fetches begins with /api/. */
export const isPageRequest = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html');

/**
 * The page for a browser while the service is unavailable. It depends on no other file; browsers with our service worker show the
 * app with what it has persisted instead. The colours are those of apps/web/src/theme/tokens.css.
 */
export const UNAVAILABLE_PAGE = `<!doctype html>
<html lang="es">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">
    <title>Minga vuelve en un momento</title>
    <style>
      body {
        max-width: 30rem; margin: 0 auto; padding: 3rem 1rem; color-scheme: light dark;
        background: light-dark(#fbf8f2, #121c19); color: light-dark(#1d2a26, #f3eee3);
        font: 1.0625rem / 1.5 Figtree, system-ui, sans-serif;
      }
      h1 { margin: 0 0 0.5rem; font-size: 2rem; line-height: 1.15; text-wrap: balance; }
      a {
        display: grid; place-items: center; min-height: 3.125rem; margin-top: 1.5rem; border-radius: 12px;
        background: light-dark(#0e5e4e, #6ccab1); color: light-dark(#ffffff, #0b1f19); font-weight: 600; text-decoration: none;
      }
      a:focus-visible { outline: 3px solid light-dark(#2f6f9f, #88bee5); outline-offset: 2px; }
    </style>
  </head>
  <body>
    <main>
      <h1>Minga vuelve en un momento</h1>
      <p>El servicio no está disponible ahora. Espera unos segundos y vuelve a abrir esta página.</p>
      <a href="">Intentar de nuevo</a>
    </main>
  </body>
</html>
`;
