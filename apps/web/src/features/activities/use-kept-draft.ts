import { useEffect, useEffectEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type TimedMessage, useTimedMessage } from '../../components/use-timed-message.ts';
import { onSessionLoss } from '../../lib/session-loss.ts';
import type { ActivityDraft, DraftValues } from './activity-draft.ts';
import { type DraftOwner, keepDraft, takeKeptDraft } from './kept-draft.ts';

const RESTORED = 'Recuperamos lo que habías escrito.';
const CHOOSE_AGAIN = `${RESTORED} Elige otra vez la imagen.`;

/**
 * A session that ends costs no text: it waits in this tab until its author has signed in again. Returns what is said
 * when there was something to bring back.
 */
export function useKeptDraft(
  form: UseFormReturn<DraftValues, unknown, ActivityDraft>,
  owner: DraftOwner,
  isUnsaved: () => boolean,
): TimedMessage | null {
  const { message, say } = useTimedMessage();
  const restore = useEffectEvent(() => {
    const kept = takeKeptDraft(owner);
    if (kept === null) return;
    const isImageLost = kept.image === 'lost';
    // Against the values that it began with, so that it counts as unsaved.
    const image = kept.image === 'lost' ? form.getValues('image') : kept.image;
    form.reset({ ...kept, image }, { keepDefaultValues: true });
    say(isImageLost ? CHOOSE_AGAIN : RESTORED, { stays: true });
  });
  const keep = useEffectEvent(() => {
    if (isUnsaved()) keepDraft(owner, form.getValues());
  });
  useEffect(() => {
    restore();
    return onSessionLoss(() => keep());
  }, []);
  return message;
}
