import { describe, expect, it } from 'vitest';
import { composeEmail } from './email.ts';
import { MailButton, MailDetails, MailHeading, MailParagraph } from './layout.tsx';

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
