import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeEmail } from './email.ts';
import { emailTemplate } from './email-template.ts';
import { MailButton, MailDetails, MailHeading, MailLink, MailParagraph } from './layout.tsx';

interface Words {
  readonly name: string;
  readonly title: string;
  readonly token: string;
  readonly place: string | null;
}

/** Values within text, alone, adjacent, in attributes, and in an optional part. */
const compose = ({ name, title, token, place }: Words) => ({
  subject: `Hola: ${title}`,
  why: 'Porque sí.',
  unsubscribeUrl: `https://minga.example.org/dejar-correos?token=${token}`,
  body: (
    <>
      <MailHeading>¡Hola, {name}!</MailHeading>
      <MailParagraph>
        «{title}» {name}
        {title}
      </MailParagraph>
      {place !== null && <MailDetails rows={[{ label: 'Dónde', value: place }]} />}
      <MailButton href={`https://minga.example.org/a?token=${token}`}>Ver {title}</MailButton>
      <MailParagraph>
        <MailLink href={`https://minga.example.org/${token}.ics`}>{title}</MailLink>
      </MailParagraph>
    </>
  ),
});
const template = emailTemplate(compose);
const to = 'luz@example.org';
const renderedByReact = (words: Words) => composeEmail({ to, ...compose(words) });

const hostile = [
  '<script>alert(1)</script>',
  '</title></div><!-- x -->',
  '"onmouseover="x',
  "it's",
  '&amp; & &lt;',
  '$& $1 $$ $`',
  '\uE0000\uE001',
  '\uE000',
  '\u202Eoinotna\u202C',
  'مريم',
  'Ana\u200B\u200BLuz',
  '\u200BAna',
  ' Ana',
  'Ana ',
  'Ana  Luz',
  'Ana\tLuz\nDary\r',
  'Ana\u00A0Luz',
  'Ana\u2028Luz',
  'N\u0303andu\u0301',
  '👩🏽‍🌾',
  '\uD83D',
  '\u0007',
  '',
  ' ',
  '-',
  '# título',
  '[a](b)',
  'x'.repeat(400),
];
const word = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc
    .array(fc.constantFrom(...'<>&"\'`$ \t\n\u200B\uE000\uE001019aé'), { maxLength: 12 })
    .map(all => all.join('')),
);
const words = fc.record({
  name: word,
  title: word,
  token: fc.base64String().map(encodeURIComponent),
  place: fc.option(word),
});

describe('an email from a template', () => {
  it('is identical to the one that React renders, for any values', async () => {
    await fc.assert(
      fc.asyncProperty(words, async given => {
        expect(await template(to, given)).toEqual(await renderedByReact(given));
      }),
      { numRuns: 300 },
    );
  });

  it.each(hostile)('is identical with %j in each place', async value => {
    for (const place of [null, value]) {
      const given = { name: value, title: value, token: 'x', place };
      expect(await template(to, given)).toEqual(await renderedByReact(given));
    }
  });

  it('does not mix the values of concurrent emails', async () => {
    const fresh = emailTemplate(compose);
    const [one, other] = await Promise.all(
      ['Ana', 'Luz'].map(name => fresh(to, { name, title: 'Minga', token: 'x', place: null })),
    );
    expect([one?.text.includes('Ana'), other?.text.includes('Ana')]).toEqual([true, false]);
  });
});
