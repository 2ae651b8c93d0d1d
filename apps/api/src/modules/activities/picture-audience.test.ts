import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';
import { noise } from '../../../test/pictures.ts';
import { imageUrl, previewImageUrl } from '../../platform/images/urls.ts';
import { activities } from './schema.ts';

const app = await testApp();
const prior = await testApp({ MODERATION: 'prior' });

describe('images', () => {
  it('of an edited or deleted activity are not served any more', async () => {
    const { db, images } = app.platform;
    const deleted = await images.save(await noise(40, 40).png().toBuffer());
    expect((await app.inject(imageUrl(deleted.id, 40))).statusCode).toBe(404);
    await images.claim(db, deleted.id);
    const owner = await anActivity(db, { imageId: deleted.id });
    expect((await app.inject(imageUrl(deleted.id, 40))).statusCode).toBe(200);
    await db.update(activities).set({ imageId: null }).where(eq(activities.id, owner.id));
    expect((await app.inject(imageUrl(deleted.id, 40))).statusCode).toBe(404);
  });

  it('of a hidden activity are served to its owner and admins only, and not cached', async () => {
    const { db } = app.platform;
    const owner = await signedIn(db);
    const [admin, superadmin, stranger] = await Promise.all(
      (['admin', 'superadmin', 'user'] as const).map(role => signedIn(db, { role })),
    );
    const { id: hidden } = await app.platform.images.save(await noise(40, 40).png().toBuffer());
    await app.platform.images.claim(db, hidden);
    await anActivity(db, {
      ownerId: owner.user.id,
      imageId: hidden,
      status: 'rejected',
      rejectionReason: 'Spam',
    });
    const get = (headers = {}) => app.inject({ url: imageUrl(hidden, 40), headers });
    const statuses = await Promise.all(
      [owner, admin, superadmin, stranger].map(async viewer => (await get(viewer?.headers)).statusCode),
    );
    expect([...statuses, (await get()).statusCode]).toEqual([200, 200, 404, 404, 404]);
    const reply = await get(owner.headers);
    expect(reply.headers['cache-control']).toBe('private, no-cache');
    const etag = String(reply.headers.etag);
    expect((await get({ 'if-none-match': etag })).statusCode).toBe(404);
    const preview = await app.inject(previewImageUrl(imageUrl(hidden, 40)));
    expect(preview.statusCode).toBe(404);
  });

  it('of a pending activity are hidden under prior moderation', async () => {
    const { db, images } = prior.platform;
    const { id: pending } = await images.save(await noise(40, 40).png().toBuffer());
    await images.claim(db, pending);
    const { id: activityId } = await anActivity(db, { imageId: pending });
    expect((await prior.inject(imageUrl(pending, 40))).statusCode).toBe(404);
    await db.update(activities).set({ status: 'approved' }).where(eq(activities.id, activityId));
    expect((await prior.inject(imageUrl(pending, 40))).statusCode).toBe(200);
  });
});
