import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeEmail, emailTemplate } from './email.ts';
import { MailButton, MailDetails, MailHeading, MailLink, MailParagraph } from './layout.tsx';

describe('email', async () => {
  const link = 'https://minga.example.org/actividades/1?a=b&c=d';
  const email = await composeEmail({
    to: 'luz@example.org',
    subject: 'Vas a asistir: Limpieza del río Molino',
    reason: 'Recibes este correo porque confirmaste tu asistencia.',
    body: (
      <>
        <MailHeading>¡Te esperamos, {'<b>Luz</b>'}!</MailHeading>
        <MailParagraph>Quedó confirmada tu asistencia.</MailParagraph>
        <MailDetails
          rows={[
            { label: 'Cuándo', value: 'sábado, 5 de diciembre de 2026, 9:00 a. m.' },
            { label: 'Dónde', value: 'Puente del Humilladero' },
          ]}
        />
        <MailButton href={link}>Ver la actividad</MailButton>
      </>
    ),
  });

  describe('an email', () => {
    it('has a readable text version that contains the link once', () => {
      expect(email.text).toContain('¡Te esperamos, <b>Luz</b>!');
      expect(email.text).toContain('Cuándo: sábado, 5 de diciembre de 2026, 9:00 a. m.');
      expect(email.text).toContain('Dónde: Puente del Humilladero');
      expect(email.text).toContain(`Ver la actividad ${link}`);
      expect(email.text.split(link)).toHaveLength(2);
      expect(email.text).toContain('Recibes este correo porque confirmaste tu asistencia.');
    });

    it('breaks long words instead of exceeding the width of a phone', () => {
      const cells = email.html.match(/<td[^>]*overflow-wrap:\s*anywhere[^>]*word-break:\s*break-word/g);
      expect(cells).toHaveLength(3);
    });

    it('is marked as Spanish and escapes user input', () => {
      expect(email.html).toContain('lang="es"');
      expect(email.html).toContain('&lt;b&gt;Luz&lt;/b&gt;');
      expect(email.html).not.toContain('<b>Luz');
      expect(email.html).toContain(`href="${link.replace('&', '&amp;')}"`);
    });

    it('loads no external resources', () => {
      expect(email.html).not.toMatch(/<(img|script|link)\b|url\(/);
    });
  });
});

describe('email template', () => {
  interface Words {
    readonly name: string;
    readonly title: string;
    readonly token: string;
    readonly place: string | null;
  }

  /** A template with values within text, alone, adjacent, in attributes, and in an optional part. */
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
});
