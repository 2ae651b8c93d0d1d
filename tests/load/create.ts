import { randomUUID } from 'node:crypto';
import { prepareImage } from '../../apps/api/src/platform/images/prepare-image.ts';
import { noise } from '../../apps/api/test/pictures.ts';
import { createBaselineTable } from './baseline-table.ts';
import { createSession } from './create-session.ts';
import { peakImageProcessMemory, peakMemoryDuring } from './resident-memory.ts';
import { rowOf } from './row.ts';
import type { Part, Site } from './site.ts';
import { type Timing, timeLoops } from './timing.ts';

/** As many images as the product processes concurrently: with more, the time would include queueing. */
const CONCURRENCY = 2;

/** Publishing an activity with a photo, against a loop of sharp's work for the same photo and one INSERT. */
export const create: Part = {
  name: 'create',
  async run(site) {
    const { pool, pid, origin, profile, size } = site;
    const headers = await createSession(pool, `role = 'user'`);
    const photo = await noise(1600, 1200).blur(2).jpeg({ quality: 90 }).toBuffer();
    const baseline = await timeBaseline(site, photo);
    const { result, megabytes } = await peakMemoryDuring(pid, () =>
      timeLoops(profile, CONCURRENCY, () => publish(origin, headers, photo)),
    );
    const figures = { ...result, baselineRate: baseline.rate, megabytes };
    const imageProcess = { part: 'create: images', call: 'the image process', size };
    return [
      rowOf({ part: 'create', call: 'with a photo of 1600 × 1200', size, ...figures }),
      rowOf({ ...imageProcess, megabytes: await peakImageProcessMemory(pid) }),
    ];
  },
};

const activityFields = () => ({
  title: 'Siembra de árboles',
  description: 'Traer botas.',
  place: 'Parque',
  date: new Date(Date.now() + 24 * 60 * 60 * 1000),
});

async function publish(origin: string, headers: { cookie: string }, photo: Buffer): Promise<void> {
  const { date, ...texts } = activityFields();
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, value);
  form.append('date', date.toISOString());
  form.append('responsible', '["Ana"]');
  form.append('image', new Blob([Uint8Array.from(photo)]), 'foto.jpg');
  const response = await fetch(`${origin}/api/tasks`, { method: 'POST', headers, body: form });
  if (response.status !== 201) throw new Error(`not published: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

/** Encodes all versions of the photo, discards them, and inserts the activity's row. */
async function timeBaseline({ pool, profile }: Site, photo: Buffer): Promise<Timing> {
  const table = await createBaselineTable(pool, 'activities');
  const { rows } = await pool.query<{ id: string }>('select id from users limit 1');
  return timeLoops(profile, CONCURRENCY, async () => {
    await prepareImage(photo);
    const { title, description, place, date } = activityFields();
    await pool.query(
      `insert into ${table} (id, owner_id, title, description, place, date, responsible, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, array['Ana'], now(), now())`,
      [randomUUID(), rows[0]?.id, title, description, place, date],
    );
  });
}
