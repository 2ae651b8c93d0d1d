import { describe, expect, it } from 'vitest';
import { composeEmail } from './email.ts';
import { MailButton, MailDetails, MailHeading, MailParagraph } from './layout.tsx';

const link = 'https://minga.example.org/actividades/1?a=b&c=d';
const letter = await composeEmail({
  to: 'luz@example.org',
  subject: 'Vas a asistir: Limpieza del río Molino',
  why: 'Recibes este correo porque confirmaste tu asistencia.',
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

describe('a letter', () => {
  it('is readable as text, with its link written out once', () => {
    expect(letter.text).toContain('¡Te esperamos, <b>Luz</b>!');
    expect(letter.text).toContain('Cuándo: sábado, 5 de diciembre de 2026, 9:00 a. m.');
    expect(letter.text).toContain('Dónde: Puente del Humilladero');
    expect(letter.text).toContain(`Ver la actividad ${link}`);
    expect(letter.text.split(link)).toHaveLength(2);
    expect(letter.text).toContain('Recibes este correo porque confirmaste tu asistencia.');
  });

  it('breaks words without spaces rather than outgrow a phone', () => {
    const cells = letter.html.match(/<td[^>]*overflow-wrap:\s*anywhere[^>]*word-break:\s*break-word/g);
    expect(cells).toHaveLength(3);
  });

  it('is a Spanish page in which what people wrote stays text', () => {
    expect(letter.html).toContain('lang="es"');
    expect(letter.html).toContain('&lt;b&gt;Luz&lt;/b&gt;');
    expect(letter.html).not.toContain('<b>Luz');
    expect(letter.html).toContain(`href="${link.replace('&', '&amp;')}"`);
  });

  it('loads nothing from anywhere', () => {
    expect(letter.html).not.toMatch(/<(img|script|link)\b|url\(/);
  });
});
