import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { emailExamples } from '../test/email-examples/all.ts';
import { type MailKind, mailRules, ruleOf } from './platform/mail/kinds.ts';

const templates = Object.values(emailExamples).flatMap(module => Object.entries(module));

it('the examples are of every file that composes e-mails', () => {
  const filesIn = (folder: string) =>
    readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter(file => /mails\.tsx?$/.test(file))
      .map(file => (folder === 'modules/' ? file : `${folder}${file}`));
  const files = [...filesIn('modules/'), ...filesIn('platform/')];
  expect(Object.keys(emailExamples).sort()).toEqual(files.sort());
});

it('every e-mail has a rule, and no other name has one', () => {
  expect(Object.keys(mailRules).sort()).toEqual(templates.map(([template]) => template).sort());
});

it.each(templates)(
  'the calendar files of %s are those of its rule, and its text names them',
  async (template, examples) => {
    const emails = await Promise.all(examples());
    const hasFile = emails.map(({ attachments = [] }) =>
      attachments.some(({ type }) => type.startsWith('text/calendar')),
    );
    expect(hasFile.includes(true)).toBe(ruleOf(template as MailKind).calendar !== undefined);
    expect(emails.map(({ text }) => text.includes('rchivo adjunto'))).toEqual(hasFile);
  },
);

/** The preview shows the link of the message; the overflow has the links of its e-mails in its text. */
const sent = templates.filter(([template]) => template !== 'previewEmail');

it.each(sent)(
  '%s has a link to unsubscribe exactly if it can be switched off',
  async (template, examples) => {
    const links = (await Promise.all(examples())).map(({ unsubscribeUrl }) => unsubscribeUrl !== undefined);
    expect(links).toEqual(links.map(() => ruleOf(template as MailKind).off !== undefined));
  },
);
