import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { noise } from '../../apps/api/test/pictures.ts';
import { addOwners, type Owner } from '../load/owners.ts';
import { type Answer, ask, sendJson } from './ask.ts';
import { sweepAndCheckPictures } from './kept-pictures.ts';
import { type Minga, type Place, withPlace } from './place.ts';
import { embeddedUrl } from './postgres.ts';
import type { Findings, Scenario } from './scenario.ts';

const run = promisify(execFile);
const ROOM = '8m';
const IN_TEN_DAYS_MS = 10 * 24 * 60 * 60 * 1000;
const AT_ONCE = 4;
const UPLOADS_MOST = 400;
/** So many in a row that find no room: it is full. */
const FULL_AFTER = 12;
const FULL_SENTENCE = 'No pudimos guardar la imagen. Intenta de nuevo en unos minutos.';

export const disk: Scenario = {
  name: 'disk',
  fault: 'the disk of the images is full (8 MB) during uploads, and has room again',
  run: async () => (process.getuid?.() === 0 ? withPlace(onSmallDisk) : skipped),
};

const skipped: Findings = { figures: { skipped: 'only root may mount a small disk' }, violations: [] };

async function onSmallDisk(place: Place): Promise<Findings> {
  const folder = join(place.folder, 'images');
  await mkdir(folder);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${ROOM}`, 'tmpfs', folder]);
  try {
    return await fillAndFree(place);
  } finally {
    await run('umount', ['--lazy', folder]);
  }
}

async function fillAndFree(place: Place): Promise<Findings> {
  const minga = await place.start();
  const connection = openConnection(await embeddedUrl(place.folder), () => undefined);
  try {
    const [owner] = await addOwners(connection.pool, 1);
    if (owner === undefined) throw new Error('there is no owner');
    const picture = new Blob([Uint8Array.from(await noise(1300, 900).jpeg().toBuffer())]);
    const { published, refusals } = await fill(minga, owner, picture);
    const goesOn = [
      await ask(`${minga.address}/readyz`),
      await ask(`${minga.address}/api/tasks/search`),
      await sendJson('POST', `${minga.address}/api/tasks`, activity('Sin imagen'), owner.headers),
    ];
    const full = await sweepAndCheckPictures(connection, place.folder);
    for (const { body } of published.slice(0, published.length / 2)) {
      const url = `${minga.address}/api/tasks/${body._id}`;
      await ask(url, { method: 'DELETE', headers: owner.headers });
    }
    const freed = await sweepAndCheckPictures(connection, place.folder);
    const again = await publish(minga, owner, picture);
    const last = await sweepAndCheckPictures(connection, place.folder);
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
        'rows without files, swept': full.swept,
        'published again, with room': again.status,
      },
      violations: [
        ...(refusals.length > 0 ? [] : ['the disk was never full']),
        ...[...sentences].filter(said => said !== `503 ${FULL_SENTENCE}`).map(said => `answered ${said}`),
        ...goesOn
          .filter(({ outcome }) => outcome !== 'acknowledged')
          .map(({ status }) => `full: another call was ${status}`),
        ...(again.status === 201 ? [] : [`with room again: ${again.status}`]),
        ...(rows[0]?.count === kept ? [] : [`${rows[0]?.count} activities, not ${kept}`]),
        ...[full, freed, last].flatMap(({ violations }) => violations),
      ],
    };
  } finally {
    await connection.close();
  }
}

/** Publishes with a picture, some at a time, until there is no room any more. */
async function fill(minga: Minga, owner: Owner, picture: Blob) {
  const published: Answer[] = [];
  const refusals: Answer[] = [];
  while (refusals.length < FULL_AFTER && published.length < UPLOADS_MOST) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => publish(minga, owner, picture)));
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

function publish({ address }: Minga, { headers }: Owner, picture: Blob): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...activity('Con imagen'), responsible: '[]' }))
    form.append(name, value);
  form.append('image', picture, 'foto.jpg');
  return ask(`${address}/api/tasks`, { method: 'POST', headers, body: form });
}
