import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contractCalls } from '../../../../../packages/contract/src/contract-calls.ts';
import { compiledSchema, toJson } from './compiled-schema.ts';

const schemas = contractCalls.flatMap(([name, { reply, body, query, params }]) =>
  Object.entries({ reply, body, query, params }).flatMap(([part, schema]) =>
    schema instanceof z.core.$ZodType ? [{ name: `${part} of ${name}`, part, schema }] : [],
  ),
);

/** Values of every kind that JSON has, with the keys of the schema where it is an object or a list of objects. */
function valuesFor(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.uuid(),
    fc.date({ noInvalidDate: true }).map(date => date.toISOString()),
    fc.constant(undefined),
  );
  const { def } = schema._zod as {
    def: { element?: z.core.$ZodType; shape?: Record<string, z.core.$ZodType> };
  };
  if (def.element !== undefined) return fc.array(valuesFor(def.element), { maxLength: 2 });
  if (def.shape === undefined) return value;
  const fields = Object.entries(def.shape).map(([key, field]) => [key, fc.oneof(value, valuesFor(field))]);
  return fc.record({ ...Object.fromEntries(fields), other: value }, { requiredKeys: [] });
}

describe('a compiled schema', () => {
  it('exists for every reply, which is the larger part of what the process validates', () => {
    for (const { schema, part } of schemas)
      if (part === 'reply') expect(() => z.compile(schema, { strict: true })).not.toThrow();
  });

  it.each(schemas)('parses as the schema itself: $name', ({ schema }) => {
    fc.assert(
      fc.property(valuesFor(schema), value => {
        const plain = z.safeParse(schema, value);
        const compiled = z.safeParse(compiledSchema(schema), value);
        expect(compiled.data).toStrictEqual(plain.data);
        expect(compiled.error?.issues).toStrictEqual(plain.error?.issues);
      }),
      { numRuns: 10 },
    );
  });

  it('is made once', () => {
    const schema = z.object({ name: z.string() });
    expect(compiledSchema(schema)).toBe(compiledSchema(schema));
  });

  it('leaves out of the JSON what the schema does not name, and rejects what does not fit', () => {
    const schema = z.object({ name: z.string(), note: z.optional(z.string()) });
    expect(toJson(schema, { name: 'Luz', email: 'luz@example.org' })).toBe('{"name":"Luz"}');
    expect(() => toJson(schema, { name: 1 })).toThrow();
  });
});
