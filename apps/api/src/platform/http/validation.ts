import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { es } from 'zod/locales';
import { invalid, type Refusal } from '../errors.ts';

// The contract words its own sentences; what it does not foresee (a list where an object belongs) is Spanish too.
z.config(es());

/** Validates with the contract's schema: one sentence per faulty field, no text with NUL. */
export const validatorCompiler: FastifySchemaCompiler<z.core.$ZodType> =
  ({ schema }) =>
  data => {
    if (containsNul(data)) return { error: invalid(['El texto contiene caracteres no permitidos']) };
    const result = z.safeParse(schema, data);
    return result.success ? { value: result.data } : { error: refusalOf(result.error) };
  };

function refusalOf(error: z.core.$ZodError): Refusal {
  const byField = new Map<string, string>();
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? '');
    if (!byField.has(field)) byField.set(field, issue.message);
  }
  return invalid([...new Set(byField.values())]);
}

function containsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => key.includes('\0') || containsNul(item));
}
