import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { leanBundle } from '../../../../scripts/lean-bundle.ts';

const SOURCE = String.raw`
// A comment: Popayán — “mañana”
/** @license — */
export const text = 'Popayán — “mañana” 🌱';
export const template = ${'`'}\— \\— á\\\ñ ${'$'}{text}${'`'};
export const found = 'ola — 🌳 «añil»'.match(/—|[🌱-🌳]|[“«](\p{L}+ñ*[^»]*)/gu);
export const dash = 'ola — añil'.replace(/\—|\\—/, '-');
export const keys = Object.keys({ añil: 1, 'ünico': 2 });
export const form = process.env.NODE_ENV;
export function nameThatStays() { return text; }
`;

/** Imports code as a module. */
const moduleOf = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`);

test('the server bundle is ASCII without comments and behaves the same', async () => {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [
      { name: 'source', resolveId: id => id, load: id => (id === 'source' ? SOURCE : null) },
      leanBundle,
    ],
    build: { ssr: true, write: false, rolldownOptions: { input: 'source' } },
  })) as Rolldown.RolldownOutput;
  const code = output[0].code;
  expect(code).not.toMatch(/[^\0-\x7f]|comment|@license/);
  expect(code).toContain('function nameThatStays');
  const { form: _, nameThatStays: __, ...expected } = await moduleOf(SOURCE);
  const { form, nameThatStays, ...bundled } = await moduleOf(code);
  expect(bundled).toEqual(expected);
  expect(bundled.found).toEqual(['—', '🌳', '«añil']);
  expect({ form, text: nameThatStays() }).toEqual({ form: 'production', text: expected.text });
});
