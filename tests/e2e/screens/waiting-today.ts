import type { Page } from '@playwright/test';
import { failingSystem } from './failing-system.ts';
import { changeResponse } from './network-stubs.ts';
import { openCases } from './reported-cases.ts';
import type { SiteFixture } from './site-fixture.ts';

/** Three reported cases and a system with failures, with the held publications of the site. */
export async function stubToday(page: Page, site: SiteFixture): Promise<void> {
  const shown = await openCases(page, site);
  await changeResponse(page, 'GET /admin-panel/today', today => ({
    ...today,
    reports: { total: shown.length, others: 0, shown },
    system: failingSystem,
  }));
}

export const nothingWaits = (today: object): object => ({
  ...today,
  reports: { total: 0, others: 0, shown: [] },
  activities: { total: 0, shown: [], unreviewed: 0 },
  collectives: { total: 0, shown: [] },
});
