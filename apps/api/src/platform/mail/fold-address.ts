import { domainToASCII } from 'node:url';

const GMAIL = 'gmail.com';
const GMAIL_DOMAINS: ReadonlySet<string> = new Set([GMAIL, 'googlemail.com']);

/**
 * The mailbox of an e-mail address, by which limits count: all spellings that reach one mailbox have the same. Ignores case, a `+tag`, the
 * dots of Gmail, and whether an international domain is written in Unicode or Punycode. Only for counting: some mail servers have
 * no tags, so two addresses with one result may belong to two people.
 */
export function foldAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const written = email.slice(0, at).normalize('NFKC').toLowerCase();
  const domain = foldDomain(email.slice(at + 1));
  // A tag without anything before it is the name.
  const name = written.replace(/(?<=.)\+.*$/su, '');
  if (!GMAIL_DOMAINS.has(domain)) return `${name}@${domain}`;
  return `${name.replaceAll('.', '') || name}@${GMAIL}`;
}

function foldDomain(domain: string): string {
  // Empty if it is no domain.
  const ascii = domainToASCII(domain) || domain.toLowerCase();
  return ascii.endsWith('.') ? ascii.slice(0, -1) : ascii;
}
