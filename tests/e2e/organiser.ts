import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createAccount } from './accounts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Signs an organiser in and publishes an activity in two weeks; `unique` tells its addresses from those of other tests. */
export async function publishActivity(
  page: Page,
  fields: object = {},
): Promise<{ id: string; unique: string }> {
  const unique = randomUUID().slice(0, 8);
  const email = `nubia.${unique}@example.org`;
  await createAccount(page, { username: 'Nubia Chantre', email, password: 'maíz-y-café' });
  const date = new Date(Date.now() + 14 * DAY_MS).toISOString();
  const data = { title: `Minga ${unique}`, date, ...fields };
  const response = await page.request.post('/api/tasks', { data });
  const { _id: id } = await response.json();
  return { id, unique };
}
