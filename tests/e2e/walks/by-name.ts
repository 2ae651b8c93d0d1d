import type { Locator, Page } from '@playwright/test';

export const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
export const link = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('link', { name, exact: true });
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
