import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const NEXT_WEEK_MS = 7 * 24 * 60 * 60 * 1000;

export const newPerson = () => ({
  username: 'Rosa Elvira',
  email: `rosa.${randomUUID().slice(0, 8)}@example.org`,
  password: 'maíz-y-café',
});

/** An activity of who is signed in here; its title. */
export async function publish(page: Page): Promise<string> {
  const title = `Siembra ${randomUUID().slice(0, 8)}`;
  const date = new Date(Date.now() + NEXT_WEEK_MS).toISOString();
  const response = await page.request.post('/api/tasks', { data: { title, date } });
  expect(response.status()).toBe(201);
  return title;
}

/** The service worker is there and has all that it keeps. */
export const workerBegun = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

/** What lies in this browser for times without a network, as text. */
export const keptText = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>(resolve => {
        const opening = indexedDB.open('minga-offline');
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve('');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('answers').objectStore('answers').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(reading.result));
          };
        };
      }),
  );

/** What the service worker keeps, code aside, as text. */
export const cachedText = (page: Page): Promise<string> =>
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
