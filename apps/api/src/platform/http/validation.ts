import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { es } from 'zod/locales';
import { type AppError, invalid, NOT_UNDERSTOOD } from '../errors.ts';

// The contract words its own sentences; what it does not foresee (a list where an object belongs) is Spanish too.
z.config(es());

/** Validates with the contract's schema: one sentence per faulty field, plain text alone. */
export const validatorCompiler: FastifySchemaCompiler<z.core.$ZodType> =
  ({ schema }) =>
  data => {
    if (!isPlainText(data)) return { error: invalid(['El texto contiene caracteres no permitidos']) };
    const result = z.safeParse(schema, data);
    return result.success ? { value: result.data } : { error: refusalOf(result.error) };
  };

function refusalOf(error: z.core.$ZodError): AppError {
  const byField = new Map<string, string>();
  for (const issue of error.issues) {
    const [field] = issue.path;
    // Not an object at all: that is for programmers, who have the reference.
    const sentence = field === undefined && issue.code === 'invalid_type' ? NOT_UNDERSTOOD : issue.message;
    if (!byField.has(String(field))) byField.set(String(field), sentence);
  }
  return invalid([...new Set(byField.values())]);
}

/** No text in it holds NUL, which PostgreSQL cannot keep, or half a character (a lone surrogate). */
function isPlainText(data: unknown): boolean {
  // A list of its own: as deep as a body can be nested, calls would exhaust the stack.
  const rest = [data];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'string' && (!value.isWellFormed() || value.includes('\0'))) return false;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, item] of Object.entries(value)) rest.push(key, item);
  }
  return true;
}
