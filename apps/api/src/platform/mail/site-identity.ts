import { DEFAULT_SITE, type Site } from '@minga/contract/site';
import { brandOf } from '../site/brand.ts';
import { fillHtml, fillText } from '../site/site-text.ts';
import type { Email } from './email.ts';
import { light } from './palette.ts';

/** Matches the green of the palette as a value of a style. */
const GREEN = new RegExp(`(?<=color: ?)${light.forest}`, 'g');

const inColour = (html: string, site: Site): string => html.replaceAll(GREEN, brandOf(site).forest);

/** An e-mail with the site's colour, and its name in place of its words (packages/contract/src/site-words.ts). */
export const filledEmail = <E extends Pick<Email, 'subject' | 'html' | 'text'>>(email: E, site: Site): E => ({
  ...email,
  subject: fillText(email.subject, site),
  html: inColour(fillHtml(email.html, site), site),
  text: fillText(email.text, site),
});

/**
 * The sender of e-mails: the address of MAIL_FROM, with the site's name. A site with the default name has the name that the operator
 * wrote into MAIL_FROM.
 */
export function senderOf(
  mailFrom: string,
  { name }: Pick<Site, 'name'>,
): string | { name: string; address: string } {
  if (name === DEFAULT_SITE.name) return mailFrom;
  return { name, address: /[^<>\s]+@[^<>\s]+/.exec(mailFrom)?.[0] ?? mailFrom };
}
