import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { es } from 'zod/locales';
import { AppError, invalid, NOT_UNDERSTOOD } from '../errors.ts';

// The contract has its own sentences; zod's messages for other errors (an array instead of an object) are in Spanish too.
z.config(es());

/** Validates with the contract's schema: one sentence per invalid field, plain text only. */
export const validatorCompiler: FastifySchemaCompiler<z.core.$ZodType> =
  ({ schema }) =>
  data => {
    try {
      return { value: validated(schema, data) };
    } catch (error) {
      if (error instanceof AppError) return { error };
      throw error;
    }
  };

/** Throws 400. */
export function validated<Schema extends z.core.$ZodType>(schema: Schema, data: unknown): z.output<Schema> {
  if (!isPlainText(data)) throw invalid(['El texto contiene caracteres no permitidos']);
  const result = z.safeParse(schema, data);
  if (!result.success) throw validationError(result.error);
  return result.data;
}

function validationError(error: z.core.$ZodError): AppError {
  const byField = new Map<string, string>();
  for (const issue of error.issues) {
    const [field] = issue.path;
    // Not an object: only programmers can cause this error.
    const sentence = field === undefined && issue.code === 'invalid_type' ? NOT_UNDERSTOOD : issue.message;
    if (!byField.has(String(field))) byField.set(String(field), sentence);
  }
  return invalid([...new Set(byField.values())]);
}

/** No string contains NUL, which PostgreSQL cannot store, or a lone surrogate. */
function isPlainText(data: unknown): boolean {
  // Iterative, since recursion into a deeply nested body would exhaust the stack.
  const rest = [data];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'string' && (!value.isWellFormed() || value.includes('\0'))) return false;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, item] of Object.entries(value)) rest.push(key, item);
  }
  return true;
}
