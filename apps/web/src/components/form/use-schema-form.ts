import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';

/**
 * A form validated by a contract schema: on submit and then on each change, or on each change from the start.
 * While a submit is in progress, from validation until its handler's promise settles, further submits are ignored: a
 * button becomes busy too late for two presses in quick succession. A failed validation focuses the first invalid field of the page,
 * as does an error set with `shouldFocus` after a submit; its sentence is then in view, too.
 */
export function useSchemaForm<Values extends FieldValues, Output>(
  schema: ZodMiniType<Output, Values>,
  defaultValues: DefaultValues<Values>,
  mode: 'onSubmit' | 'onChange' = 'onSubmit',
) {
  const isSubmitting = useRef(false);
  const [validate] = useState(() => zodResolver(schema));
  const form = useForm<Values, unknown, Output>({
    resolver: async (...values) => {
      // The errors of a long form take longer to render than a press may wait for its frame.
      if (isSubmitting.current) await nextFrame();
      return validate(...values);
    },
    defaultValues,
    mode,
    // It would focus the field that was registered first.
    shouldFocusError: false,
  });
  const submitted = useRef<Element>(null);
  const [failed, setFailed] = useState<{ readonly element: Element } | null>(null);
  // The errors are rendered by then.
  useEffect(() => focusFirstError(failed?.element), [failed]);

  const showFirstError = () => submitted.current && setFailed({ element: submitted.current });

  const setError: typeof form.setError = (name, error, options) => {
    form.setError(name, error, options);
    if (options?.shouldFocus) showFirstError();
  };

  const handleSubmit: UseFormReturn<Values, unknown, Output>['handleSubmit'] = (onValid, onInvalid) => {
    return async event => {
      const element = event?.currentTarget;
      let isInvalid = element instanceof Element && hasUnreadableInput(element);
      const submit = form.handleSubmit(
        (draft, submitEvent) => !isInvalid && onValid(draft, submitEvent),
        (errors, submitEvent) => {
          isInvalid = true;
          return onInvalid?.(errors, submitEvent);
        },
      );
      event?.preventDefault();
      if (isSubmitting.current) return;
      isSubmitting.current = true;
      if (element instanceof Element) submitted.current = element;
      try {
        await submit(event);
        if (isInvalid) showFirstError();
      } finally {
        isSubmitting.current = false;
      }
    };
  };
  return { ...form, handleSubmit, setError };
}

/** Resolves once the button is shown as busy. A page in the background has no frames; a second is longer than a frame takes. */
const nextFrame = () =>
  new Promise<void>(resolve => {
    const timeout = setTimeout(resolve, 1000);
    requestAnimationFrame(() => {
      clearTimeout(timeout);
      setTimeout(resolve);
    });
  });

/**
 * The inputs of which the browser cannot read what is typed, for example a time without minutes: their value is that of an
 * empty input (of a number a schema judges), so that a submit would drop the text silently. Each gets an 'invalid' event, at which it shows its error.
 */
function hasUnreadableInput(form: Element): boolean {
  const inputs = [...form.querySelectorAll<HTMLInputElement>('input:not([type="number"])')];
  const unreadable = inputs.filter(({ validity }) => validity.badInput);
  for (const input of unreadable) input.checkValidity();
  return unreadable.length > 0;
}

/** Calls `onCorrected` when what was wrong is not any more: a message about it must not stay until the next submit. */
export function useCorrected(isWrong: boolean, onCorrected: () => void): void {
  const wasWrong = useRef(false);
  const correct = useEffectEvent(onCorrected);
  useEffect(() => {
    if (wasWrong.current && !isWrong) correct();
    wasWrong.current = isWrong;
  }, [isWrong]);
}

/** Focuses the first invalid field in the order of the page, opens the folds around it, and scrolls to the sentence below it. */
function focusFirstError(form: Element | undefined): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (!field) return;
  for (let fold = field.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
  field.focus();
  field.closest('.mantine-InputWrapper-root')?.scrollIntoView({ block: 'nearest' });
}
