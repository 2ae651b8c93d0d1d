import type { Page } from '@playwright/test';
import type { ApiClient } from './accounts.ts';
import { expect } from './fixtures.ts';
import { waitForServiceWorker } from './offline-fixtures.ts';
import { publishActivity } from './organiser.ts';

const HOUR_MS = 3_600_000;

/** An activity that begins in an hour, with the given people: their codes by name. */
export async function publishWithDoor(page: Page, names: readonly string[], fields: object = {}) {
  const published = await publishActivity(page, {
    date: new Date(Date.now() + HOUR_MS).toISOString(),
    contact: 'any',
    companionsMax: 5,
    ...fields,
  });
  const { origin } = new URL((await page.request.get('/readyz')).url());
  const codes = new Map<string, string>();
  for (const [number, name] of names.entries()) {
    const { code } = await confirmAsVisitor(origin, {
      taskId: published.id,
      name,
      companions: number === 0 ? 2 : 0,
      email: `persona.${number}.${published.unique}@example.org`,
    });
    codes.set(name, code);
  }
  return { ...published, codes, path: `/tasks/${published.id}/puerta` };
}

/** Confirms from a browser without an account, which alone gets the code. */
export async function confirmAsVisitor(baseURL: string, data: object): Promise<{ code: string }> {
  const response = await fetch(`${baseURL}/api/attendances/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(data),
  });
  expect(response.status).toBe(201);
  return response.json();
}

/** Opens the door until it works without a network. */
export async function openDoor(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForServiceWorker(page);
  await expect(page.getByText('Lista para usar sin internet en este dispositivo.')).toBeVisible();
}

/** The names of those checked in at the server, in alphabetical order. */
export async function arrivedAtServer(client: ApiClient, taskId: string): Promise<string[]> {
  const { attendances } = await (await client.request.get(`/api/attendances/${taskId}/door`)).json();
  return attendances
    .filter(({ checkedInAt }: { checkedInAt: string | null }) => checkedInAt !== null)
    .map(({ name }: { name: string }) => name)
    .sort();
}
