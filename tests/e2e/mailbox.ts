import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Opens the newest e-mail with this recipient and subject in the local mailbox. */
export async function openEmail(page: Page, email: string, subject: string): Promise<void> {
  await page.goto(await findEmail(page, email, subject));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Returns the HTML of the newest e-mail with this recipient and subject, without opening it in a page. */
export async function readEmail(
  client: Pick<Page, 'request'>,
  email: string,
  subject: string | RegExp,
): Promise<string> {
  return (await client.request.get(await findEmail(client, email, subject))).text();
}

/** Requests the list of the local mailbox until it has the e-mail, and returns the e-mail's path. */
async function findEmail(
  { request }: Pick<Page, 'request'>,
  email: string,
  subject: string | RegExp,
): Promise<string> {
  const hasSubject = (text: string) =>
    typeof subject === 'string' ? text.includes(subject) : subject.test(text);
  let path = '';
  await expect(async () => {
    const list = await (await request.get('/correo-local')).text();
    const line = list.split('<li>').find(text => hasSubject(text) && text.includes(`Para ${email}<`));
    path = /href="([^"]+)"/.exec(line ?? '')?.[1] ?? '';
    expect(path).not.toBe('');
  }).toPass({ intervals: [50, 100, 200] });
  return path;
}

/** Follows the e-mail's link to a screen and returns the tab that it opens. */
export async function followLink(email: Page, screen: string): Promise<Page> {
  const opened = email.waitForEvent('popup');
  await email.getByRole('link', { name: new RegExp(screen) }).click();
  return opened;
}
