import { collectiveEdit } from '@minga/contract/collective-fields';
import type { Collective } from '@minga/contract/collectives';
import { expect, test } from 'vitest';
import { aCollective } from '../../../test/collective.ts';
import { ApiError } from '../../lib/server/api.ts';
import { collectiveDraftSchema, emptyDraft, rejectedField, storedValues, toDraft } from './draft.ts';

const valid = { ...emptyDraft, name: 'Guardianes del Río' };

const INCOMPLETE = 'Escribe la dirección completa de la página web, como https://ejemplo.org';

test.each([
  ['', ''],
  ['  ', ''],
  ['ejemplo.org', 'https://ejemplo.org'],
  ['https://ejemplo.org/río', 'https://ejemplo.org/río'],
  ['https://niñez.org.co:8443/?a=b', 'https://niñez.org.co:8443/?a=b'],
])('the website «%s» is sent as «%s»', (typed, sent) => {
  expect(collectiveDraftSchema.parse({ ...valid, website: typed }).website).toBe(sent);
});

test.each([
  [{ name: ' ' }, 'name', 'El nombre es requerido'],
  [{ website: 'http://ejemplo.org' }, 'website', 'La página web debe comenzar con https://'],
  [{ place: 'x'.repeat(41) }, 'place', 'El lugar debe tener como máximo 40 caracteres'],
])('%o has an error at %s', (changes, path, message) => {
  const { error } = collectiveDraftSchema.safeParse({ ...valid, ...changes });
  expect(error?.issues).toMatchObject([{ path: [path], message }]);
});

test.each(['semillas', 'https://semillas', 'https://semillas./', 'https://yo@semillas/a.b', '.'])(
  'the website «%s» has no domain',
  website => {
    const { error } = collectiveDraftSchema.safeParse({ ...valid, website });
    expect(error?.issues).toMatchObject([{ path: ['website'], message: INCOMPLETE }]);
  },
);

test('a collective is converted to the form’s values', () => {
  const collective = aCollective({ website: 'https://ejemplo.org', image: '/imagenes/a/960.webp' });
  expect(toDraft(collective)).toEqual({
    name: 'Guardianes del Río',
    description: 'Cuidamos el río Molino.',
    place: 'Popayán',
    website: 'https://ejemplo.org',
    whatsapp: '',
    image: 'current',
  });
});

test.each([
  [409, 'CONFLICT', ['Ya hay un colectivo con ese nombre'], 'name'],
  [400, 'VALIDATION', ['Ingresa un teléfono válido'], 'whatsapp'],
  [400, 'VALIDATION', [INCOMPLETE], 'website'],
  [400, 'VALIDATION', ['La página web es demasiado larga'], 'website'],
  [400, 'VALIDATION', ['Ingresa un teléfono válido', 'El nombre es requerido'], null],
  [413, 'TOO_LARGE', ['La imagen es demasiado grande'], null],
] as const)('%d %s %j is about %s', (status, code, messages, field) => {
  expect(rejectedField(new ApiError(status, code, [...messages]))).toBe(field);
});

test('the form has every field of a request, and what it sends is what it has when it is opened again', () => {
  const typed = {
    name: 'Semillas',
    description: 'Sembramos.\n\nY cosechamos.',
    place: 'Timbío',
    website: 'https://ejemplo.org/río',
    whatsapp: '312 456 7890',
    image: 'current' as const,
  };
  const { removeImage: _removed, ...requested } = collectiveEdit.shape;
  expect(Object.keys(typed).toSorted()).toEqual(['image', ...Object.keys(requested)].toSorted());
  const { image: _image, ...sent } = collectiveDraftSchema.parse(typed);
  const saved = collectiveEdit.parse(JSON.parse(JSON.stringify(sent))) as Partial<Collective>;
  expect(toDraft(aCollective({ ...saved, image: '/imagenes/a/960.webp' }))).toEqual(typed);
});

test('restores what an earlier release stored, and nothing malformed', () => {
  const text =
    '{"name":"Semillas","description":"Sembramos.\\nY cosechamos.","place":"Timbío","website":"ejemplo.org","whatsapp":"312"}';
  expect(storedValues.parse(JSON.parse(text))).toEqual(JSON.parse(text));
  expect(storedValues.safeParse({ ...JSON.parse(text), place: 7 }).success).toBe(false);
  expect(storedValues.parse({ ...JSON.parse(text), image: null })).toMatchObject({ image: null });
  expect(storedValues.parse({ ...JSON.parse(text), image: new File(['foto'], 'foto.jpg') }).image).toBe(
    undefined,
  );
});
