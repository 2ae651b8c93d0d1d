import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Opens the newest letter to an address in the local mailbox, as a person would: looking again until it is there. */
export async function openLetter(page: Page, email: string, subject: string): Promise<void> {
  const letter = page.getByRole('link').filter({ hasText: email }).filter({ hasText: subject }).first();
  await expect(async () => {
    await page.goto('/correo-local');
    await expect(letter).toBeVisible({ timeout: 500 });
  }).toPass();
  await letter.click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The newest letter's page to an address, without looking at it. */
export async function readLetter(
  { request }: Pick<Page, 'request'>,
  email: string,
  subject: string,
): Promise<string> {
  let path = '';
  await expect(async () => {
    const list = await (await request.get('/correo-local')).text();
    const line = list.split('<li>').find(text => text.includes(subject) && text.includes(`Para ${email}<`));
    path = /href="([^"]+)"/.exec(line ?? '')?.[1] ?? '';
    expect(path).not.toBe('');
  }).toPass({ intervals: [50, 100, 200] });
  return (await request.get(path)).text();
}

/** Follows the letter's link to a screen, in the tab that it opens. */
export async function followLink(letter: Page, screen: string): Promise<Page> {
  const opened = letter.waitForEvent('popup');
  await letter.getByRole('link', { name: new RegExp(screen) }).click();
  return opened;
}
