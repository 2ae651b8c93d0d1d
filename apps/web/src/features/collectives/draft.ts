import { collectiveFields } from '@minga/contract/collective-fields';
import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { describeForm, pictureField, textField } from '../../components/form/describe-form.ts';
import type { ApiError } from '../../lib/server/api.ts';

const form = describeForm(collectiveFields, {
  // A website without a scheme gets https.
  website: { ...textField('website'), convert: withHttps },
  image: pictureField,
});

/** The values of an empty form, those of a collective, and the part that a tab stores while the session is lost. */
export const { empty: emptyDraft, read: toDraft, stored: storedValues } = form;

/** The form's schema: the contract's rules, with the picture. */
export const collectiveDraftSchema = form.schema();
export type CollectiveDraft = z.output<typeof collectiveDraftSchema>;
export type DraftForm = UseFormReturn<typeof emptyDraft, unknown, CollectiveDraft>;

function withHttps(text: string): string | null | undefined {
  const trimmed = text.trim();
  return trimmed === '' || /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

/** The field that a rejected call is about; null if it is about none, or several. */
export function rejectedField({ code, messages }: ApiError): 'name' | 'website' | 'whatsapp' | null {
  const [message = '', ...others] = messages;
  if (code === 'CONFLICT') return 'name';
  if (code !== 'VALIDATION' || others.length > 0) return null;
  if (/whatsapp|teléfono/i.test(message)) return 'whatsapp';
  return /página web/i.test(message) ? 'website' : null;
}
