import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { webhookDeliveries } from '../../src/modules/webhooks/schema.ts';
import { testDatabase } from '../database.ts';
import { aDelivery, aWebhook } from '../trust-factories.ts';
import { isSigned, webhookReceiver } from '../webhook-receiver.ts';
import { dataFolder, startMinga, waitFor } from './minga-process.ts';

const SECRET = 'whsec_prueba';

test('an event whose process is killed before the receiver answers is sent again with the same id, and marked once', async () => {
  const receiver = await webhookReceiver();
  onTestFinished(receiver.stop);
  const { url, connection } = await testDatabase();
  const { db } = connection;
  const { id: webhookId } = await aWebhook(db, { url: receiver.url, secret: SECRET });
  const settings = { DATABASE_URL: url, DATA_DIR: await dataFolder(), WEBHOOK_HOSTS: receiver.host };
  const { id } = await aDelivery(db, { webhookId, body: JSON.stringify({ event: 'ping' }) });
  const dying = startMinga(settings);
  receiver.respond(() => void dying.then(({ child }) => child.kill('SIGKILL')));
  await (await dying).ended;

  const isOurs = eq(webhookDeliveries.id, id);
  const taken = { state: 'pending', attempts: 1, responseStatus: null, failure: null };
  expect(await db.select().from(webhookDeliveries).where(isOurs)).toMatchObject([taken]);
  // The attempt of the killed process is repeated after a minute; the test makes it due now.
  await db.update(webhookDeliveries).set({ dueAt: new Date() }).where(isOurs);
  receiver.respond(response => void response.writeHead(204).end());
  const surviving = await startMinga(settings);
  await waitFor(async () => {
    const delivered = { state: 'delivered', attempts: 2, responseStatus: 204, failure: null };
    expect(await db.select().from(webhookDeliveries).where(isOurs)).toMatchObject([delivered]);
  });
  expect(receiver.received.map(({ headers }) => headers['minga-delivery'])).toEqual([id, id]);
  for (const received of receiver.received) expect(isSigned(received, SECRET)).toBe(true);
  surviving.child.kill('SIGTERM');
  expect((await surviving.ended).code).toBe(0);
});
