// npm run mails: writes the tables of docs/mails.md, from the rules of e-mails, their examples and the conditions on which they are sent.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_NAME, SITE_NAME } from '@minga/contract/site-words';
import { reasonsInWords } from '../apps/api/src/mail-reasons.ts';
import { allKinds, type MailKind, mailChapters, ruleOf } from '../apps/api/src/platform/mail/kinds.ts';
import {
  ACCESS_EMAILS_AN_HOUR,
  EMAILS_A_DAY,
  EMAILS_ABOUT_A_DAY,
} from '../apps/api/src/platform/mail/rules.ts';
import { emailExamples } from '../apps/api/test/email-examples/all.ts';
import { kindNames } from '../apps/web/src/features/notifications/model.ts';
import { root } from './run.ts';

export const mailsDocument = join(root, 'docs/mails.md');

/** Values of the examples, and the placeholders that stand for them in the document. */
const placeholders: readonly (readonly [RegExp, string])[] = [
  [/^Mensaje de quien organiza$/, '{its subject}'],
  [/\p{L}{3} \d+ \p{L}{3}, \d+:\d\d [ap]\. m\./u, '{when}'],
  [/Minga ganga \. lat/g, '{title}'],
  [/Guardianas ganga \. lat/g, '{collective}'],
  [/Llueve en ganga \. lat/g, '{subject}'],
  [/(Minga verde|Luz|Ana) ganga \. lat/g, '{name}'],
  [/\d+/g, '{n}'],
  [new RegExp(SITE_NAME, 'g'), DEFAULT_NAME],
];

const code = (text: string): string => `\`${text}\``;

async function subjectsOf(kind: MailKind): Promise<string> {
  const examples = Object.values(emailExamples).flatMap(module => module[kind] ?? []);
  const emails = await Promise.all(examples.flatMap(compose => compose()));
  const subjects = emails.map(({ subject }) =>
    placeholders.reduce((text, [value, placeholder]) => text.replace(value, placeholder), subject),
  );
  return [...new Set(subjects)].map(code).join(' ');
}

function limitOf(kind: MailKind): string {
  const { limit, about, hasActivityText, reason } = ruleOf(kind);
  const limits = {
    daily: `${EMAILS_A_DAY} a day${about === undefined ? '' : `, ${EMAILS_ABOUT_A_DAY} about the ${about}`}`,
    access: `${ACCESS_EMAILS_AN_HOUR} an hour, with recoveries`,
    recovery: `${ACCESS_EMAILS_AN_HOUR} an hour, with sign-ups`,
    none: `none: ${reason}`,
  };
  return limits[limit] + (hasActivityText ? '; waits for review' : '');
}

async function rowOf(kind: MailKind): Promise<string[]> {
  const { to, when, timing = 'at once', calendar = '–', off } = ruleOf(kind);
  const name = off === undefined ? '–' : kindNames[off].title;
  return [code(kind), await subjectsOf(kind), to, when, timing, calendar, name, limitOf(kind)];
}

const tableOf = (rows: readonly (readonly string[])[]): string =>
  rows
    .map(
      (cells, index) => `| ${cells.join(' | ')} |\n${index === 0 ? `${'|---'.repeat(cells.length)}|\n` : ''}`,
    )
    .join('');

/** Returns the document with its tables generated from the code, and the text around them unchanged. */
export async function withTables(document: string): Promise<string> {
  const chapters = Object.entries(mailChapters).map(async ([title, kinds]) => {
    const rows = await Promise.all(allKinds.filter(kind => kind in kinds).map(rowOf));
    return [
      title,
      [['Template', 'Subject', 'To', 'When', 'At once?', 'File', 'Off', 'Limit'], ...rows],
    ] as const;
  });
  const reasons = Object.entries(reasonsInWords).map(([words, kinds]) => [
    words,
    Object.keys(kinds).map(code).join(' '),
  ]);
  const switched = allKinds.filter(kind => ruleOf(kind).off !== undefined).map(code);
  const tables = [
    [
      'Reasons',
      [['Still sent while', 'E-mails'], ...reasons, ['it is not switched off', switched.join(' ')]],
    ] as const,
    ...(await Promise.all(chapters)),
  ];
  return tables.reduce((text, [title, rows]) => {
    const place = new RegExp(`(\n## ${title}\n(?:\n[^|\n].*(?:\n[^|\n].*)*\n)*\n)(?:\\|.*\n)+`);
    if (!place.test(text)) throw new Error(`docs/mails.md has no table under ${title}`);
    return text.replace(place, (_table, before: string) => before + tableOf(rows));
  }, document);
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(mailsDocument, await withTables(readFileSync(mailsDocument, 'utf8')));
