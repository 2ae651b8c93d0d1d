import { collectiveFields } from '@minga/contract/collective-fields';
import type { Collective } from '@minga/contract/collectives';
import * as z from 'zod/mini';
import type { ApiError } from '../../lib/api.ts';

/** The form's schema: the contract's rules, with the picture. A website without a scheme gets https. */
export const collectiveDraftSchema = z.extend(collectiveFields, {
  website: z.pipe(z.pipe(z.string(), z.transform(withHttps)), collectiveFields.shape.website),
  // A new image, the current one, or none.
  image: z.union([z.instanceof(File), z.literal('current'), z.null()]),
});
export type DraftValues = z.input<typeof collectiveDraftSchema>;
export type CollectiveDraft = z.output<typeof collectiveDraftSchema>;

/** The values stored in this tab while the session is lost. A file cannot be stored. */
export const storedCollective = z.object({
  name: z.string(),
  description: z.string(),
  place: z.string(),
  website: z.string(),
  whatsapp: z.string(),
});

function withHttps(text: string): string | null | undefined {
  const trimmed = text.trim();
  return trimmed === '' || /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

/** The form's initial values; null for a new collective. */
export const toDraft = (collective: Collective | null): DraftValues => ({
  name: collective?.name ?? '',
  description: collective?.description ?? '',
  place: collective?.place ?? '',
  website: collective?.website ?? '',
  whatsapp: collective?.whatsapp ?? '',
  image: collective?.image == null ? null : 'current',
});

/** The field that a rejected call is about; null if it is about none, or several. */
export function rejectedField({ code, messages }: ApiError): 'name' | 'website' | 'whatsapp' | null {
  const [message = '', ...others] = messages;
  if (code === 'CONFLICT') return 'name';
  if (code !== 'VALIDATION' || others.length > 0) return null;
  if (/whatsapp|teléfono/i.test(message)) return 'whatsapp';
  return /página web/i.test(message) ? 'website' : null;
}
