import { expect, it } from 'vitest';
import { emailExamples } from '../test/email-examples/all.ts';
import { ADDRESS } from '../test/email-examples/facts.ts';
import { englishWords } from '../test/english-words.ts';
import type { Email } from './platform/mail/email.ts';

const examplesOf = Object.values(emailExamples).flatMap(module =>
  Object.entries<() => Promise<Email>[]>(module),
);

it.each(examplesOf)('%s contains no English word in its subject or parts', async (_name, examples) => {
  for (const { subject, text, html } of await Promise.all(examples())) {
    const shown = html.replaceAll(/<style.*?<\/style>|<!--.*?-->|<[^>]*>/gs, ' ');
    expect(englishWords([subject, text, shown].join('\n'))).toEqual([]);
    expect(html).toContain('lang="es"');
    // The title is the accessible name of the message in mail programs that show it as a document.
    const [, title = ''] = /<head>.*?<title>([^<]+)<\/title>.*?<\/head>/s.exec(html) ?? [];
    const entities = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
    expect(Object.entries(entities).reduce((words, [from, to]) => words.replaceAll(from, to), title)).toBe(
      subject,
    );
    // Some mail programs and terminals treat the punctuation after an address as a part of it.
    expect(text.match(/https?:\/\/\S*[.,;:)](?=\s|$)/g)).toBeNull();
  }
});

it.each(examplesOf)('%s ends no sentence with two periods', async (_name, examples) => {
  for (const { subject, text, html } of await Promise.all(examples()))
    for (const part of [subject, text, html]) expect(part).not.toMatch(/[^.]\.\.(?!\.)/);
});

it.each(examplesOf)('%s makes no link of a text of users', async (_name, examples) => {
  for (const { subject, text, html } of await Promise.all(examples()))
    expect([subject, text, html].filter(part => part.includes(ADDRESS))).toEqual([]);
});
