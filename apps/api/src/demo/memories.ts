import { and, asc, lt, sql } from 'drizzle-orm';
import { activities, activityMemories, activityMemoryImages } from '../modules/activities/schema.ts';
import type { Platform } from '../platform/platform.ts';
import type { ActivityTemplate } from './activity-templates.ts';
import { pictureOf } from './drawing.ts';

const HOUR = 3_600_000;

/** Memories of past activities, with the scenes of their pictures. */
const MEMORIES: readonly { text: string; scenes: readonly ActivityTemplate['scene'][] }[] = [
  {
    text: 'Fuimos 42 personas y sacamos 34 bultos de basura de la orilla. El sancocho lo hizo doña Rosa.\n\nAprendimos a empezar más temprano: a las diez ya hacía mucho sol. La próxima llevaremos carretillas.',
    scenes: ['river', 'trees', 'pot'],
  },
  {
    text: 'Quedaron sembrados robles, guayacanes y arrayanes. Cada familia se llevó un arbolito para cuidar.\n\nLo que sirvió: hacer los huecos el día antes y marcar cada árbol con una cinta.',
    scenes: ['trees', 'houses'],
  },
  {
    text: 'La olla alcanzó para todo el barrio. Sobró leña y la guardamos para la próxima.',
    scenes: ['pot', 'music', 'houses', 'books'],
  },
];

/** Adds memories to the first past activities that are approved and have a goal. */
export async function addMemories(platform: Platform, now: Date): Promise<void> {
  const { db, images, imageProcessor } = platform;
  const past = await db
    .select({ id: activities.id, date: activities.date })
    .from(activities)
    .where(
      and(lt(activities.date, now), sql`${activities.status} = 'approved' and ${activities.goals} <> '[]'`),
    )
    .orderBy(asc(activities.date), asc(activities.id))
    .limit(MEMORIES.length);
  for (const [number, { id: activityId, date }] of past.entries()) {
    const memory = MEMORIES[number];
    if (memory === undefined) break;
    const imageIds: string[] = [];
    for (const [position, scene] of memory.scenes.entries()) {
      const picture = await imageProcessor.draw(pictureOf(scene, 200 + 10 * number + position));
      imageIds.push((await images.save(picture)).id);
    }
    const writtenAt = new Date(Math.min(now.getTime(), date.getTime() + 24 * HOUR));
    await db.transaction(async tx => {
      for (const imageId of imageIds) await images.claim(tx, imageId);
      await tx
        .insert(activityMemories)
        .values({ activityId, text: memory.text, createdAt: writtenAt, updatedAt: writtenAt });
      await tx
        .insert(activityMemoryImages)
        .values(imageIds.map((imageId, position) => ({ activityId, position, imageId })));
    });
  }
}
