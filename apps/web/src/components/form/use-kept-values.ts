import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import { keepValues, takeKeptValues } from '../../lib/kept-values.ts';
import { onReloadAhead } from '../../lib/reload-ahead.ts';
import { onSessionLoss } from '../../lib/session-loss.ts';
import { useTimedMessage } from '../use-timed-message.ts';

const RESTORED = 'Recuperamos lo que habías escrito.';

type Some<Values> = { [Field in keyof Values]?: Values[Field] | undefined };

interface Kept<Values> {
  /** Names the form and whose it is: on a shared computer the next person to sign in must not find it. */
  name: string;
  /** What is kept; a field that it leaves out, such as a password, is not, and begins anew. */
  schema: ZodMiniType<Some<Values>>;
  /** Asked when values are to be kept; without it, what differs from the form's beginning is unsaved. */
  isUnsaved?: () => boolean;
  /** What else is to be said of what was brought back, such as what could not be; null: nothing. */
  remarkOn?: (kept: Some<Values>) => string | null;
}

/**
 * A session that ends costs no text: what was not saved yet waits in this tab until its author has signed in again. So
 * it does while the page is loaded anew with a new version of the app.
 * `restored` is said when there was something to bring back.
 */
export function useKeptValues<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  { name, schema, isUnsaved, remarkOn }: Kept<Values>,
) {
  const { message: restored, say, clear } = useTimedMessage();
  // Read while rendering, which is what makes the form keep it up to date.
  const { isDirty } = form.formState;
  const restore = useEffectEvent(() => {
    const kept = takeKeptValues(name, schema);
    if (kept === null) return;
    // Against the values that it began with, so that it counts as unsaved.
    form.reset({ ...form.getValues(), ...known(kept) }, { keepDefaultValues: true });
    say([RESTORED, remarkOn?.(kept) ?? ''].join(' ').trim(), { stays: true });
  });
  const keep = useEffectEvent(() => {
    if (isUnsaved?.() ?? isDirty) keepValues(name, schema, form.getValues());
  });
  useEffect(() => {
    restore();
    const leave = [onSessionLoss(() => keep()), onReloadAhead(() => keep())];
    return () => {
      for (const stop of leave) stop();
    };
  }, []);
  return { restored, clear };
}

const known = <Values extends object>(values: Some<Values>): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;
