import { zodResolver } from '@hookform/resolvers/zod';
import { useRef } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';

/**
 * A form validated by a contract schema: on submit and then on each change, or on each change from the start.
 * While a submit is in progress, from validation until its handler's promise settles, further submits are ignored: a
 * button becomes busy too late for two presses in quick succession.
 */
export function useSchemaForm<Values extends FieldValues, Output>(
  schema: ZodMiniType<Output, Values>,
  defaultValues: DefaultValues<Values>,
  mode: 'onSubmit' | 'onChange' = 'onSubmit',
) {
  const form = useForm<Values, unknown, Output>({ resolver: zodResolver(schema), defaultValues, mode });
  const isSubmitting = useRef(false);

  const handleSubmit: UseFormReturn<Values, unknown, Output>['handleSubmit'] = (onValid, onInvalid) => {
    const submit = form.handleSubmit(onValid, onInvalid);
    return async event => {
      event?.preventDefault();
      if (isSubmitting.current) return;
      isSubmitting.current = true;
      try {
        await submit(event);
      } finally {
        isSubmitting.current = false;
      }
    };
  };
  return { ...form, handleSubmit };
}
