import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const NEXT_WEEK_MS = 7 * 24 * 60 * 60 * 1000;

export const newAccount = () => ({
  username: 'Rosa Elvira',
  email: `rosa.${randomUUID().slice(0, 8)}@example.org`,
  password: 'maíz-y-café',
});

/** Publishes an activity from the signed-in account and returns its title. */
export async function publishActivity(page: Page): Promise<string> {
  const title = `Siembra ${randomUUID().slice(0, 8)}`;
  const date = new Date(Date.now() + NEXT_WEEK_MS).toISOString();
  const response = await page.request.post('/api/tasks', { data: { title, date } });
  expect(response.status()).toBe(201);
  return title;
}

/** Resolves once the service worker is active and has filled its caches. */
export const waitForServiceWorker = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

/** Resolves once the service worker has cached the screens of users too. */
export const waitForMemberCode = (page: Page) =>
  page.waitForFunction(async () => (await caches.match('/code-sets/member')) !== undefined);

/** The paths of the app's code in the service worker's caches. */
export const cachedCode = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter(name => name.startsWith('minga-code-'));
    const lists = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });

/** The responses that this browser stores for use offline, as text. */
export const storedResponsesText = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>(resolve => {
        const opening = indexedDB.open('minga-queries-13');
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve('');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('queries').objectStore('queries').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(reading.result));
          };
        };
      }),
  );

/** The HTML pages in the service worker's caches, as text. */
export const cachedPagesText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        if (response?.headers.get('content-type')?.includes('html')) texts.push(await response.text());
      }
    }
    return texts.join();
  });
