import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';

/** A form checked by a schema of the contract: on submit, and from then on with each change; or with each from the start. */
export function useSchemaForm<Values extends FieldValues, Output>(
  schema: ZodMiniType<Output, Values>,
  defaultValues: DefaultValues<Values>,
  mode: 'onSubmit' | 'onChange' = 'onSubmit',
) {
  return useForm<Values, unknown, Output>({ resolver: zodResolver(schema), defaultValues, mode });
}
