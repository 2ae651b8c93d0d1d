import { useEffect, useEffectEvent, useInsertionEffect, useLayoutEffect, useRef } from 'react';
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { onPendingReload } from '../../lib/server/pending-reload.ts';
import { onSessionLoss } from '../../lib/server/query-client.ts';
import { storeValues, takeStoredValues } from '../../lib/storage/stored-values.ts';
import { useClientValue } from '../../lib/use-client-value.ts';
import { useTimedMessage } from '../use-timed-message.ts';

/** Of a form whose only field is a text, which may be too long while it is written. */
export const textDraft = z.object({ text: z.string() });

const RESTORED = 'Recuperamos lo que habías escrito.';

type Some<Values> = { [Field in keyof Values]?: Values[Field] | undefined };

interface Options<Values> {
  /** Identifies the form and its user: on a shared computer the next user must not see the draft. */
  name: string;
  /** The fields to save. A field that it omits, such as a password, is not saved. */
  schema: z.ZodMiniType<Some<Values>>;
  /** Decides whether to save; without it, a form that differs from its initial values is saved. */
  isUnsaved?: () => boolean;
}

/**
 * Saves unsaved form values in this tab when the session ends or the page reloads for a new version, and restores them
 * once the same user is back.
 * `restored` is the message when values were restored.
 */
export function useFormDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  { name, schema, isUnsaved }: Options<Values>,
) {
  const { message: restored, show, clear } = useTimedMessage();
  useTyped(form);
  // Read during the render: that subscribes to it.
  const { isDirty } = form.formState;
  const restore = useEffectEvent(() => {
    const draft = takeStoredValues(name, schema);
    if (draft === null) return;
    // Compared with the initial values, so that the form counts as unsaved.
    form.reset({ ...form.getValues(), ...defined(draft) }, { keepDefaultValues: true });
    show(RESTORED, { stays: true });
  });
  const save = useEffectEvent(() => {
    if (isUnsaved?.() ?? isDirty) storeValues(name, schema, form.getValues());
  });
  useEffect(() => {
    restore();
    const subscriptions = [onSessionLoss(() => save()), onPendingReload(() => save())];
    return () => {
      for (const unsubscribe of subscriptions) unsubscribe();
    };
  }, []);
  return { restored, clear };
}

/**
 * Takes over what was typed into a form of a server-rendered page before the code, which otherwise empties its fields. Such forms have
 * `method="post"` (docs/decisions/0112-sign-in-rendered-on-the-server.md).
 */
function useTyped<Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>): void {
  const isHydrating = useClientValue(false, true);
  const typed = useRef<[FieldPath<Values>, string][]>([]);
  // Before the fields are registered.
  useInsertionEffect(() => {
    if (!isHydrating) return;
    const inputs = document.querySelectorAll<HTMLInputElement>('form[method=post] [name]');
    typed.current = [...inputs].map(({ name, value }) => [name as FieldPath<Values>, value]);
  }, [isHydrating]);
  // After that, and before a press is repeated (app/hydrate-app.tsx).
  useLayoutEffect(() => {
    for (const [name, value] of typed.current)
      form.setValue(name, value as PathValue<Values, FieldPath<Values>>, { shouldDirty: true });
    typed.current = [];
  }, [form]);
}

const defined = <Values extends object>(values: Some<Values>): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;
