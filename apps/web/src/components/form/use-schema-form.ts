import { zodResolver } from '@hookform/resolvers/zod';
import { useRef } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';

/**
 * A form checked by a schema of the contract: on submit, and from then on with each change; or with each from the start.
 * While a submit is at work, from its checks to the end of what its handler awaits, another one does nothing: a button
 * that says so comes too late for two presses in one moment.
 */
export function useSchemaForm<Values extends FieldValues, Output>(
  schema: ZodMiniType<Output, Values>,
  defaultValues: DefaultValues<Values>,
  mode: 'onSubmit' | 'onChange' = 'onSubmit',
) {
  const form = useForm<Values, unknown, Output>({ resolver: zodResolver(schema), defaultValues, mode });
  const isAtWork = useRef(false);

  const handleSubmit: UseFormReturn<Values, unknown, Output>['handleSubmit'] = (onValid, onInvalid) => {
    const submit = form.handleSubmit(onValid, onInvalid);
    return async event => {
      event?.preventDefault();
      if (isAtWork.current) return;
      isAtWork.current = true;
      try {
        await submit(event);
      } finally {
        isAtWork.current = false;
      }
    };
  };
  return { ...form, handleSubmit };
}
