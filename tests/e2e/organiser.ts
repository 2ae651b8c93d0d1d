import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { type ApiClient, createAccount } from './accounts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Signs an organiser in and publishes an activity in two weeks; `unique` tells its addresses from those of other tests. */
export async function publishActivity(
  client: ApiClient,
  fields: object = {},
): Promise<{ id: string; unique: string }> {
  const unique = randomUUID().slice(0, 8);
  const email = `nubia.${unique}@example.org`;
  await createAccount(client, { username: 'Nubia Chantre', email, password: 'maíz-y-café' });
  const date = new Date(Date.now() + 14 * DAY_MS).toISOString();
  const data = { title: `Minga ${unique}`, date, ...fields };
  const response = await client.request.post('/api/tasks', { data });
  const { _id: id } = await response.json();
  return { id, unique };
}

/** The day in the time zone of the site. */
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Bogota' }).format(new Date());

/**
 * Moves an activity to the midnight with which the day of the site began, so that it has started at any hour:
 * a date before today, as a minute ago is just after midnight, is refused. A midnight that passes during the
 * call is met by the next one.
 */
export async function startActivity(
  client: ApiClient,
  id: string,
  fields: { title: string; contact?: string },
): Promise<void> {
  await expect(async () => {
    const moved = await client.request.put(`/api/tasks/${id}`, { data: { ...fields, date: today() } });
    expect(moved.status()).toBe(200);
  }).toPass();
}

/** Publishes an activity as `publishActivity` does, with a place and a picture of 16:9. */
export async function publishWithPicture(page: Page): Promise<{ id: string; title: string }> {
  const unique = randomUUID().slice(0, 8);
  const title = `Siembra de árboles nativos ${unique}`;
  const email = `nubia.${unique}@example.org`;
  await createAccount(page, { username: 'Nubia Chantre', email, password: 'maíz-y-café' });
  const image = sharp({ create: { width: 1600, height: 900, channels: 3, background: '#2c7a5b' } });
  const response = await page.request.post('/api/tasks', {
    multipart: {
      title,
      date: new Date(Date.now() + 5 * DAY_MS).toISOString(),
      place: 'Cerro de las Tres Cruces',
      image: { name: 'cerro.jpg', mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() },
    },
  });
  const { _id: id } = await response.json();
  return { id, title };
}
