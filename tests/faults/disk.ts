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
/** The disk counts as full after this many failed uploads. */
const FULL_AFTER = 12;
const FULL_SENTENCE = 'No pudimos guardar la imagen. Intenta de nuevo en unos minutos.';

export const disk: Scenario = {
  name: 'disk',
  fault: 'disk of the images (8 MB) fills up during uploads and is freed again',
  run: async () => (process.getuid?.() === 0 ? withSandbox(runOnSmallDisk) : skipped),
};

const skipped: Findings = { figures: { skipped: 'only root can mount a small disk' }, violations: [] };

async function runOnSmallDisk(sandbox: Sandbox): Promise<Findings> {
  const folder = join(sandbox.folder, 'images');
  await mkdir(folder);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE}`, 'tmpfs', folder]);
  try {
    return await fillAndFree(sandbox);
  } finally {
    await run('umount', ['--lazy', folder]);
  }
}

async function fillAndFree(sandbox: Sandbox): Promise<Findings> {
  const minga = await sandbox.start();
  const connection = openConnection(await embeddedUrl(sandbox.folder), () => undefined);
  try {
    const owners = await addOwners(connection.pool, CONCURRENCY);
    const [owner] = owners;
    if (owner === undefined) throw new Error('no owner was inserted');
    const picture = new Blob([Uint8Array.from(await noise(1300, 900).jpeg().toBuffer())]);
    const { published, rejected } = await fillDisk(minga, owners, picture);
    const otherCalls = [
      await request(`${minga.address}/healthz`),
      await request(`${minga.address}/api/tasks/search`),
      await sendJson('POST', `${minga.address}/api/tasks`, activity('Sin imagen'), owner.headers),
    ];
    const sweepWhenFull = await sweepAndCheckPictures(connection, sandbox.folder);
    for (const { id, headers } of published.slice(0, published.length / 2))
      await request(`${minga.address}/api/tasks/${id}`, { method: 'DELETE', headers });
    const sweepWhenFreed = await sweepAndCheckPictures(connection, sandbox.folder);
    const publishedAfterFree = await publish(minga, owner, picture);
    const sweepAtEnd = await sweepAndCheckPictures(connection, sandbox.folder);
    const { rows } = await connection.pool.query<{ count: number }>(
      `select count(*)::int as count from activities where title = 'Con imagen'`,
    );
    const expectedCount = published.length - Math.floor(published.length / 2) + 1;
    const sentences = new Set(rejected.map(({ status, body }) => `${status} ${body.message}`));
    return {
      figures: {
        published: published.length,
        'rejected, disk full': rejected.length,
        response: [...sentences].join(' / '),
        'rows without files, swept': sweepWhenFull.swept,
        'status of a publication after freeing': publishedAfterFree.status,
      },
      violations: [
        ...(rejected.length > 0 ? [] : ['the disk never filled up']),
        ...[...sentences]
          .filter(sentence => sentence !== `503 ${FULL_SENTENCE}`)
          .map(sentence => `returned ${sentence}`),
        ...otherCalls
          .filter(({ outcome }) => outcome !== 'acknowledged')
          .map(({ status }) => `disk full: another call returned ${status}`),
        ...(publishedAfterFree.status === 201 ? [] : [`after freeing: ${publishedAfterFree.status}`]),
        ...(rows[0]?.count === expectedCount
          ? []
          : [`${rows[0]?.count} activities, expected ${expectedCount}`]),
        ...[sweepWhenFull, sweepWhenFreed, sweepAtEnd].flatMap(({ violations }) => violations),
      ],
    };
  } finally {
    await connection.close();
  }
}

/** Each owner publishes activities with a picture, one at a time, until the disk is full. */
async function fillDisk(minga: MingaProcess, owners: readonly Owner[], picture: Blob) {
  const published: { id: unknown; headers: Owner['headers'] }[] = [];
  const rejected: RequestResult[] = [];
  while (rejected.length < FULL_AFTER && published.length < MAX_UPLOADS) {
    const attempts = owners.map(async owner => {
      const result = await publish(minga, owner, picture);
      if (result.status === 201) published.push({ id: result.body._id, headers: owner.headers });
      else rejected.push(result);
    });
    await Promise.all(attempts);
  }
  return { published, rejected };
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
