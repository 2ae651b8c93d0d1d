// @vitest-environment node
import { expect, test } from 'vitest';
import { renderLegal } from './render-legal.tsx';

test('a text is a page with its title, the day of its last change and ways on, without scripts', () => {
  const updatedAt = '2026-12-05T02:00:00.000Z';
  const { title, html } = renderLegal(
    { kind: 'privacy', text: '## Derechos\n\n<script>alert(1)</script>', updatedAt },
    'America/Bogota',
  );
  expect(title).toBe('Política de tratamiento de datos');
  expect(html).toMatch(/<h1>Política de tratamiento de datos<\/h1>/);
  expect(html).toContain('4 de diciembre de 2026</p>');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('href="/terminos"');
  expect(html).not.toMatch(/<script/);
});

test("Minga's text has no day", () => {
  const { html } = renderLegal({ kind: 'terms', text: 'Reglas', updatedAt: null }, 'America/Bogota');
  expect(html).not.toContain('Último cambio');
});
