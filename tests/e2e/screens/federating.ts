import type { Page } from '@playwright/test';
import { stubResponse } from './network-stubs.ts';

/** The document is that of a site that other servers can follow (FEDERATION). */
export async function federating(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const insert = () => {
      const meta = document.createElement('meta');
      Object.assign(meta, { name: 'minga:federation', content: '@minga@minga.popayan.example' });
      document.head.append(meta);
    };
    // Deferred scripts have not run yet.
    document.addEventListener('readystatechange', insert, { once: true });
  });
}

const somePeers = [
  {
    host: 'mastodon.social',
    followers: 1204,
    isBlocked: false,
    lastSuccessAt: '2026-11-27T14:00:00.000Z',
  },
  {
    host: 'mobilizon.popayan-comunitaria.example:8443',
    followers: 1,
    isBlocked: false,
    lastSuccessAt: '2026-11-02T14:00:00.000Z',
  },
  { host: 'spam.example', followers: 0, isBlocked: true, lastSuccessAt: null },
];

/** The same with other servers that follow the site. */
export async function followed(page: Page, peers: object[] = somePeers): Promise<void> {
  await federating(page);
  await stubResponse(page, 'GET /admin/federation/peers', peers);
}
