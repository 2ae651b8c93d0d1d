import fc from 'fast-check';
import type { Schema } from './operation.ts';

/** The password of every account of the run, so that calls that require it succeed. */
export const PASSWORD = 'quinua-y-papa';

const DAY_MS = 24 * 60 * 60 * 1000;

const words = fc
  .array(fc.constantFrom('siembra', 'Río', 'niñez', 'café', 'minga', 'jornada', 'de', 'la', 'árboles'), {
    minLength: 1,
    maxLength: 5,
  })
  .map(list => list.join(' '));

/** `~kind.7~` is replaced by an id (or e-mail) of that kind when the request is sent: see fuzz-fixture.ts. */
const slot = (kind: string): fc.Arbitrary<string> => fc.nat(200).map(index => `~${kind}.${index}~`);

const moment = fc
  .date({
    min: new Date(Date.now() - 400 * DAY_MS),
    max: new Date(Date.now() + 400 * DAY_MS),
    noInvalidDate: true,
  })
  .chain(date => fc.constantFrom(date.toISOString(), date.toUTCString(), date.toISOString().slice(0, 10)));

const email = fc.oneof(
  slot('email'),
  fc.nat(5_000).map(index => `nadie${index}@example.org`),
);

const personName = fc.constantFrom('Rosa Elvira', 'Ana María', 'José Ñáñez', 'Luz Dary Chocué');

/** Realistic values by field name, where the schema says only 'string'. */
const byName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  email,
  password: fc.constant(PASSWORD),
  currentPassword: fc.constant(PASSWORD),
  newPassword: fc.constant(PASSWORD),
  confirmPassword: fc.constant(PASSWORD),
  token: fc.string({ minLength: 43, maxLength: 43, unit: fc.constantFrom(...'abcdefXYZ019_-') }),
  username: personName,
  name: personName,
  phone: fc.constantFrom('3001234567', '+57 602 820 9900', '(602) 8209900'),
  date: moment,
  title: words,
  description: words,
  place: words,
  reason: words,
  search: words,
  q: words,
  task: slot('activity'),
  taskId: slot('activity'),
  serie: slot('series'),
  until: fc.constantFrom('2026-12-31', '2027-06-01', '2028-02-29', '2199-12-31'),
  activityId: slot('activity'),
  userId: slot('user'),
  ids: fc.array(slot('notification'), { maxLength: 50 }),
  taskIds: fc.array(slot('activity'), { minLength: 1, maxLength: 100 }).map(ids => ids.join(',')),
};

/** The slot for a path parameter. */
export function idSlot(path: string, name: string): fc.Arbitrary<string> {
  if (name === 'seriesId') return slot('series');
  if (name === 'taskId' || /^\/tasks|\/activities/.test(path)) return slot('activity');
  if (path.includes('/attendances')) return slot('attendance');
  if (path.startsWith('/notifications/recibidas')) return slot('notification');
  if (path.startsWith('/notifications')) return slot('reminder');
  return slot(path.startsWith('/auth/sessions') ? 'session' : 'user');
}

/** Values that satisfy the schema; `name` is the field's. */
export function valueFor(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const { type, anyOf, enum: choices } = schema;
  if (choices !== undefined) return fc.constantFrom(...choices);
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(option => valueFor(option, name)));
  if (type === 'object') return objectOf(schema);
  const known = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (known !== undefined && (type === 'string' || type === 'array')) return known;
  switch (type) {
    case 'array':
      return fc.array(valueFor(schema.items ?? {}, name), { maxLength: Math.min(5, schema.maxItems ?? 5) });
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return textOf(schema);
  }
}

function textOf({ format, minLength = 0, maxLength = 300 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date') return moment.map(date => new Date(date).toISOString().slice(0, 10));
  if (format === 'date-time') return moment.map(date => new Date(date).toISOString());
  return fc.oneof(words, fc.string({ minLength, maxLength: Math.min(maxLength, 300), unit: 'grapheme' }));
}

function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, valueFor(schema, name)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
}
