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

/** `gone`: the line is cut (RST); `closed`: the sender says that it is done, too early. */
const abortModes = ['gone', 'closed'] as const;

export const aborts: Scenario = {
  name: 'aborts',
  fault: 'uploads cut at 10, 50 and 99 %, by a broken line and by an early end',
  run: length => withSandbox(place => abortUploads(place, length === 'short' ? 4 : 20)),
};

export async function abortUploads(place: Sandbox, times: number): Promise<Findings> {
  const minga = await place.start();
  const connection = openConnection(await embeddedUrl(place.folder), () => undefined);
  try {
    const [owner] = await addOwners(connection.pool, 1);
    if (owner === undefined) throw new Error('there is no owner');
    const upload = await buildUpload(owner);
    const answered: string[] = [];
    for (const share of FRACTIONS) {
      for (const ending of abortModes) {
        const each = Array.from({ length: times }, () => sendFraction(minga.address, upload, share, ending));
        answered.push(...(await Promise.all(each)));
      }
    }
    // What is still being worked on has ended when the process has.
    const isAlive = (await request(`${minga.address}/readyz`)).status === 200;
    const whole = await sendFraction(minga.address, upload, 1, 'closed');
    const { rows } = await connection.pool.query<{ count: number }>(
      `select count(*)::int as count from activities where title = 'Cortada'`,
    );
    const images = await connection.pool.query('select from images');
    const pictures = await sweepAndCheckPictures(connection, place.folder);
    const stored = rows[0]?.count;
    return {
      figures: {
        uploads: answered.length,
        answers: [...new Set(answered)].sort().join(' '),
        'whole one': whole,
      },
      violations: [
        ...(isAlive ? [] : ['not ready afterwards']),
        ...(whole === '201' ? [] : [`a whole upload was answered ${whole}`]),
        ...(stored === 1 ? [] : [`${stored} activities for one whole upload`]),
        ...(images.rowCount === 1 ? [] : [`${images.rowCount} pictures for one whole upload`]),
        ...answered
          .filter(status => status.startsWith('2') || status.startsWith('5'))
          .map(status => `answered ${status}`),
        ...pictures.violations,
      ],
    };
  } finally {
    await connection.close();
  }
}

async function buildUpload({ headers }: Owner): Promise<{ head: string; payload: Buffer }> {
  const date = new Date(Date.now() + IN_TEN_DAYS_MS).toISOString();
  const picture = await noise(700, 500).png().toBuffer();
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

/** Sends so much of the upload; the status that is answered, or 'none'. */
async function sendFraction(
  address: string,
  { head, payload }: { head: string; payload: Buffer },
  share: number,
  ending: (typeof abortModes)[number],
): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', chunk => (answer += chunk.toString()));
  socket.on('error', () => undefined);
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  socket.write(head);
  const part = payload.subarray(0, Math.floor(payload.length * share));
  await new Promise<void>(resolve => socket.write(part, () => resolve()));
  if (ending === 'gone') socket.resetAndDestroy();
  else if (share < 1) socket.end();
  await closed;
  return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'none';
}
