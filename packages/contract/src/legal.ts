import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ROLE_ERRORS } from './errors.ts';
import { SITE_NAME } from './site-words.ts';
import { requiredText } from './text.ts';

// The site's policy for personal data and its terms, in Markdown (docs/rules.md R19.10).

export const legalKinds = ['privacy', 'terms'] as const;
export type LegalKind = (typeof legalKinds)[number];

export const LEGAL_TEXT_MAX = 20_000;

const params = z.object({ kind: z.enum(legalKinds, 'El texto debe ser «privacy» o «terms»') });

export const legalText = z.object({
  kind: z.enum(legalKinds),
  /** The text in Markdown. HTML in it is escaped. */
  text: z.string(),
  /** When the text was changed last, or null if it is Minga's own and was never changed. */
  updatedAt: z.nullable(z.iso.datetime()),
});
export type LegalText = z.infer<typeof legalText>;

/** A text with the data that its editor needs. */
const managedLegalText = z.extend(legalText, {
  isDefault: z.boolean(),
  /** The name of the account that changed the text last, or null if it was never changed or the account was deleted. */
  updatedBy: z.nullable(z.string()),
});
export type ManagedLegalText = z.infer<typeof managedLegalText>;

export const getLegalText = endpoint({
  method: 'GET',
  path: '/legal/:kind',
  summary: 'La política de tratamiento de datos («privacy») o los términos de uso («terms»), en Markdown',
  tag: 'Textos legales',
  access: 'public',
  params,
  status: 200,
  reply: legalText,
  isShared: true,
  errors: ['VALIDATION'],
});

const managed = { tag: 'Superadministración', access: 'superadmin', params } as const;

export const getManagedLegalText = endpoint({
  ...managed,
  method: 'GET',
  path: '/admin/legal/:kind',
  summary: 'El texto legal y quién lo cambió por última vez',
  status: 200,
  reply: managedLegalText,
  errors: ['VALIDATION', ...ROLE_ERRORS],
});

const TOO_LONG = `El texto debe tener como máximo ${LEGAL_TEXT_MAX.toLocaleString('es-CO')} caracteres`;

export const writeLegalText = endpoint({
  ...managed,
  method: 'PUT',
  path: '/admin/legal/:kind',
  summary: `Cambiar el texto legal; con «text» nulo vuelve el de ${SITE_NAME}`,
  body: z.object({ text: z.nullable(requiredText(LEGAL_TEXT_MAX, 'El texto es requerido', TOO_LONG)) }),
  status: 200,
  reply: managedLegalText,
  errors: ['VALIDATION', ...ROLE_ERRORS],
});
