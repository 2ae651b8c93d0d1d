import { once } from 'node:events';
import { connect } from 'node:net';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { multipartOf } from '../../apps/api/test/multipart.ts';
import { noise } from '../../apps/api/test/pictures.ts';
import { addOwners, type Owner } from '../load/owners.ts';
import { embeddedUrl } from './postgres.ts';
import { request } from './request.ts';
import { type Sandbox, withSandbox } from './sandbox.ts';
import type { Findings, Scenario } from './scenario.ts';
import { sweepAndCheckPictures } from './sweep-and-check-pictures.ts';

const FRACTIONS = [0.1, 0.5, 0.99];
const IN_TEN_DAYS_MS = 10 * 24 * 60 * 60 * 1000;

/** `reset`: the connection is aborted with RST. `closed`: the client sends FIN before the body is complete. */
const abortModes = ['reset', 'closed'] as const;

export const aborts: Scenario = {
  name: 'aborts',
  fault: 'uploads aborted at 10, 50 and 99 %, by RST and by an early FIN',
  run: length => withSandbox(sandbox => abortUploads(sandbox, length === 'short' ? 4 : 10)),
};

export async function abortUploads(sandbox: Sandbox, times: number): Promise<Findings> {
  const minga = await sandbox.start();
  const connection = openConnection(await embeddedUrl(sandbox.folder), () => undefined);
  try {
    // One upload each: an account has two at the same time (upload-places.ts), and an aborted one gives its place back later.
    const owners = await addOwners(connection.pool, times);
    const picture = await noise(700, 500).png().toBuffer();
    const uploads = await Promise.all(owners.map(owner => buildUpload(owner, picture)));
    const statuses: string[] = [];
    for (const fraction of FRACTIONS) {
      for (const mode of abortModes) {
        const sent = uploads.map(upload => sendFraction(minga.address, upload, fraction, mode));
        statuses.push(...(await Promise.all(sent)));
      }
    }
    const isAlive = (await request(`${minga.address}/readyz`)).status === 200;
    const [upload] = uploads;
    if (upload === undefined) throw new Error('no owner was inserted');
    const complete = await sendFraction(minga.address, upload, 1, 'closed');
    const { rows } = await connection.pool.query<{ count: number }>(
      `select count(*)::int as count from activities where title = 'Cortada'`,
    );
    const images = await connection.pool.query('select from images');
    const pictures = await sweepAndCheckPictures(connection, sandbox.folder);
    const stored = rows[0]?.count;
    return {
      figures: {
        uploads: statuses.length,
        statuses: [...new Set(statuses)].sort().join(' '),
        'complete upload': complete,
      },
      violations: [
        ...(isAlive ? [] : ['not ready afterwards']),
        ...(complete === '201' ? [] : [`a complete upload returned ${complete}`]),
        ...(stored === 1 ? [] : [`${stored} activities for one complete upload`]),
        ...(images.rowCount === 1 ? [] : [`${images.rowCount} pictures for one complete upload`]),
        ...statuses
          .filter(status => status.startsWith('2') || status.startsWith('5'))
          .map(status => `returned ${status}`),
        ...pictures.violations,
      ],
    };
  } finally {
    await connection.close();
  }
}

interface Upload {
  readonly head: string;
  readonly payload: Buffer;
}

async function buildUpload({ headers }: Owner, picture: Buffer): Promise<Upload> {
  const date = new Date(Date.now() + IN_TEN_DAYS_MS).toISOString();
  const { payload, headers: type } = await multipartOf(
    { title: 'Cortada', description: '', place: '', date, responsible: '[]' },
    { name: 'image', bytes: picture },
  );
  const head = [
    'POST /api/tasks HTTP/1.1',
    'Host: 127.0.0.1',
    `Cookie: ${headers.cookie}`,
    `Content-Type: ${type['content-type']}`,
    `Content-Length: ${payload.length}`,
    'Connection: close',
  ];
  return { head: `${head.join('\r\n')}\r\n\r\n`, payload };
}

/** Sends a fraction of the upload. Returns the status of the response, or 'none'. */
async function sendFraction(
  address: string,
  { head, payload }: Upload,
  fraction: number,
  mode: (typeof abortModes)[number],
): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let response = '';
  socket.on('data', chunk => (response += chunk.toString()));
  socket.on('error', () => undefined);
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  socket.write(head);
  const part = payload.subarray(0, Math.floor(payload.length * fraction));
  await new Promise<void>(resolve => socket.write(part, () => resolve()));
  if (mode === 'reset') socket.resetAndDestroy();
  else if (fraction < 1) socket.end();
  await closed;
  return /^HTTP\/1\.1 (\d+)/.exec(response)?.[1] ?? 'none';
}
