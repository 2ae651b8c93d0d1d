import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { noise } from '../../apps/api/test/pictures.ts';
import { addOwners, type Owner } from '../load/owners.ts';
import { embeddedUrl } from './postgres.ts';
import { type RequestResult, request, sendJson } from './request.ts';
import { type MingaProcess, type Sandbox, withSandbox } from './sandbox.ts';
import type { Findings, Scenario } from './scenario.ts';
import { sweepAndCheckPictures } from './sweep-and-check-pictures.ts';

const run = promisify(execFile);
const DISK_SIZE = '8m';
const IN_TEN_DAYS_MS = 10 * 24 * 60 * 60 * 1000;
const CONCURRENCY = 4;
const MAX_UPLOADS = 400;
/** So many in a row that find no room: it is full. */
const FULL_AFTER = 12;
const FULL_SENTENCE = 'No pudimos guardar la imagen. Intenta de nuevo en unos minutos.';

export const disk: Scenario = {
  name: 'disk',
  fault: 'the disk of the images is full (8 MB) during uploads, and has room again',
  run: async () => (process.getuid?.() === 0 ? withSandbox(runOnSmallDisk) : skipped),
};

const skipped: Findings = { figures: { skipped: 'only root may mount a small disk' }, violations: [] };

async function runOnSmallDisk(place: Sandbox): Promise<Findings> {
  const folder = join(place.folder, 'images');
  await mkdir(folder);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE}`, 'tmpfs', folder]);
  try {
    return await fillAndFree(place);
  } finally {
    await run('umount', ['--lazy', folder]);
  }
}

async function fillAndFree(place: Sandbox): Promise<Findings> {
  const minga = await place.start();
  const connection = openConnection(await embeddedUrl(place.folder), () => undefined);
  try {
    const [owner] = await addOwners(connection.pool, 1);
    if (owner === undefined) throw new Error('there is no owner');
    const picture = new Blob([Uint8Array.from(await noise(1300, 900).jpeg().toBuffer())]);
    const { published, refusals } = await fill(minga, owner, picture);
    const otherCalls = [
      await request(`${minga.address}/readyz`),
      await request(`${minga.address}/api/tasks/search`),
      await sendJson('POST', `${minga.address}/api/tasks`, activity('Sin imagen'), owner.headers),
    ];
    const sweepWhenFull = await sweepAndCheckPictures(connection, place.folder);
    for (const { body } of published.slice(0, published.length / 2)) {
      const url = `${minga.address}/api/tasks/${body._id}`;
      await request(url, { method: 'DELETE', headers: owner.headers });
    }
    const sweepWhenFreed = await sweepAndCheckPictures(connection, place.folder);
    const again = await publish(minga, owner, picture);
    const sweepAtEnd = await sweepAndCheckPictures(connection, place.folder);
    const { rows } = await connection.pool.query<{ count: number }>(
      `select count(*)::int as count from activities where title = 'Con imagen'`,
    );
    const kept = published.length - Math.floor(published.length / 2) + 1;
    const sentences = new Set(refusals.map(({ status, body }) => `${status} ${body.message}`));
    return {
      figures: {
        published: published.length,
        'refused for want of room': refusals.length,
        answer: [...sentences].join(' / '),
        'rows without files, swept': sweepWhenFull.swept,
        'published again, with room': again.status,
      },
      violations: [
        ...(refusals.length > 0 ? [] : ['the disk was never full']),
        ...[...sentences].filter(said => said !== `503 ${FULL_SENTENCE}`).map(said => `answered ${said}`),
        ...otherCalls
          .filter(({ outcome }) => outcome !== 'acknowledged')
          .map(({ status }) => `full: another call was ${status}`),
        ...(again.status === 201 ? [] : [`with room again: ${again.status}`]),
        ...(rows[0]?.count === kept ? [] : [`${rows[0]?.count} activities, not ${kept}`]),
        ...[sweepWhenFull, sweepWhenFreed, sweepAtEnd].flatMap(({ violations }) => violations),
      ],
    };
  } finally {
    await connection.close();
  }
}

/** Publishes with a picture, some at a time, until there is no room any more. */
async function fill(minga: MingaProcess, owner: Owner, picture: Blob) {
  const published: RequestResult[] = [];
  const refusals: RequestResult[] = [];
  while (refusals.length < FULL_AFTER && published.length < MAX_UPLOADS) {
    const answers = await Promise.all(
      Array.from({ length: CONCURRENCY }, () => publish(minga, owner, picture)),
    );
    for (const answer of answers) (answer.status === 201 ? published : refusals).push(answer);
  }
  return { published, refusals };
}

const activity = (title: string) => ({
  title,
  description: '',
  place: '',
  date: new Date(Date.now() + IN_TEN_DAYS_MS).toISOString(),
  responsible: [],
});

function publish({ address }: MingaProcess, { headers }: Owner, picture: Blob): Promise<RequestResult> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...activity('Con imagen'), responsible: '[]' }))
    form.append(name, value);
  form.append('image', picture, 'foto.jpg');
  return request(`${address}/api/tasks`, { method: 'POST', headers, body: form });
}
