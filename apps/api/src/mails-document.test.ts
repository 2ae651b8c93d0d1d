import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { emailExamples } from '../test/email-examples/all.ts';
import { mailReasons } from './mail-reasons.ts';
import { type MailKind, mailRules, ruleInWords, ruleOf } from './platform/mail/rules.ts';

const document = readFileSync(new URL('../../../docs/mails.md', import.meta.url), 'utf8');

/** The subjects of each template; `{…}` is a placeholder. */
const documented = new Map(
  [...document.matchAll(/^\| `(\w+)` \| (.+?) \| /gm)].map(([, template = '', cell = '']) => [
    template,
    [...cell.matchAll(/`(.+?)`/g)].map(([, subject = '']) => subject),
  ]),
);
const templates = Object.values(emailExamples).flatMap(module => Object.entries(module));

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

it('the examples are of every file that composes e-mails', () => {
  const filesIn = (folder: string) =>
    readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter(file => /mails\.tsx?$/.test(file))
      .map(file => (folder === 'modules/' ? file : `${folder}${file}`));
  const files = [...filesIn('modules/'), ...filesIn('platform/')];
  expect(Object.keys(emailExamples).sort()).toEqual(files.sort());
});

it('docs/mails.md lists every template', () => {
  expect([...documented.keys()].sort()).toEqual(templates.map(([template]) => template).sort());
});

it.each(templates)('docs/mails.md gives the subjects of %s as they are sent', async (template, examples) => {
  const patterns = (documented.get(template) ?? []).map(subject => ({
    subject,
    pattern: new RegExp(
      `^${subject
        .split(/\{.*?\}/)
        .map(escaped)
        .join('.+')}$`,
    ),
  }));
  const sent = (await Promise.all(examples())).map(({ subject }) => subject);
  expect(sent.filter(subject => !patterns.some(({ pattern }) => pattern.test(subject)))).toEqual([]);
  expect(patterns.filter(({ pattern }) => !sent.some(subject => pattern.test(subject)))).toEqual([]);
});

describe('the calendar files', () => {
  const stated = new Map(
    [...document.matchAll(/^\| (PUBLISH|CANCEL) \| (.+?) \| /gm)].flatMap(([, method, names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, template = '']) => [template, method] as const),
    ),
  );

  it.each(templates)(
    'of %s are those that docs/mails.md states, and its text names them',
    async (template, examples) => {
      const rule = ruleOf(template as MailKind).calendar;
      expect(stated.get(template)).toBe(rule);
      const emails = await Promise.all(examples());
      const hasFile = emails.map(({ attachments = [] }) =>
        attachments.some(({ type }) => type.startsWith('text/calendar')),
      );
      expect(hasFile.includes(true)).toBe(rule !== undefined);
      expect(emails.map(({ text }) => text.includes('rchivo adjunto'))).toEqual(hasFile);
    },
  );
});

it('docs/mails.md lists once every e-mail that is sent only while its reason exists', () => {
  const [, table = ''] = document.split('| Still sent while | E-mails |');
  const stated = [...(table.split('\n\n')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, template]) => template);
  expect(stated.sort()).toEqual(Object.keys(mailReasons).sort());
});

describe('the limits', () => {
  const limits = new Map(
    [...document.matchAll(/^\| `(\w+)` \| .* \| ([^|]+) \|$/gm)].map(([, template = '', limit]) => [
      template,
      limit,
    ]),
  );

  it('every e-mail has a rule, and no other name has one', () => {
    expect(Object.keys(mailRules).sort()).toEqual([...documented.keys()].sort());
  });

  it.each([...documented.keys()])('docs/mails.md states that of %s', template => {
    expect(limits.get(template)).toBe(ruleInWords(template as MailKind));
  });
});
