import type { Page } from '@playwright/test';

export const PANEL = '/admin-dashboard';

/** The address of a tab of the panel. */
export const tab = (name: string): string => `${PANEL}?tab=${name}`;

/** Presses the first button of the page with this name. */
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
