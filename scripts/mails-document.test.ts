import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mailsDocument, withTables } from './mails-document.ts';

// docs/rules.md R17.6
it('docs/mails.md is the file that npm run mails writes', async () => {
  const document = readFileSync(mailsDocument, 'utf8');
  expect(await withTables(document)).toBe(document);
});
