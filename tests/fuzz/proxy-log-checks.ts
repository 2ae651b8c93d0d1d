import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { check, type Finding } from './finding.ts';
import type { HttpsClient } from './https-client.ts';

const SECRET = 'secreto-de-un-enlace';

/** Addresses with a secret: as mailed links have it, in odd notations, and as the page before the request. */
const requests: readonly { path: string; headers?: { referer: string } }[] = [
  { path: `/verify-email?token=${SECRET}` },
  { path: `/reset-password?token=${SECRET}&x=1` },
  { path: `/mi-asistencia?token=${SECRET}` },
  { path: `/dejar-correos?token=${SECRET}` },
  { path: `/no-existe?token=${SECRET}` },
  { path: `/metrics?token=${SECRET}` },
  { path: `/api/attendances/check?email=${SECRET}@example.org` },
  ...['llegada', 'estoy', 'api/calendario'].flatMap(page =>
    [
      `/${page}/${SECRET}`,
      `/${page}/${SECRET}/`,
      `/${page}/${SECRET}?x=${SECRET}`,
      `//${page}//${SECRET}`,
      `/${page.toUpperCase()}/${SECRET}`,
      `/%${page.charCodeAt(0).toString(16)}${page.slice(1)}/${SECRET}`,
      `/${page}%2F${SECRET}`,
      `/${page}%252f${SECRET}`,
      `/a/../${page}/${SECRET}`,
    ].map(path => ({ path })),
  ),
  { path: '/actividades', headers: { referer: `https://localhost/verify-email?token=${SECRET}` } },
];

/** Sends secrets, also while nothing answers behind the proxy. Whatever the responses are, no log may have them. */
export async function sendSecrets(client: HttpsClient): Promise<void> {
  await Promise.all(
    requests.flatMap(({ path, headers = {} }) => [
      client.call(path, { headers }).catch(() => null),
      client.callPlain(path).catch(() => null),
    ]),
  );
}

/** The proxy has ended: `output` is what it wrote to standard error, `folder` has its log files. */
export async function checkLogs(folder: string, output: string): Promise<Finding[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.log'));
  const files = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')));
  const lines = [output, ...files].join('\n').split('\n');
  const leaks = lines.filter(line => line.includes(SECRET));
  return [
    check(
      'its logs have lines of requests',
      lines.some(line => line.includes('/verify-email')),
      lines.length,
    ),
    check('no secret of an address in its logs', leaks.length === 0, leaks.slice(0, 3).join(' ')),
  ];
}
