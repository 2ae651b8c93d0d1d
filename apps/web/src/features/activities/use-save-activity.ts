import type { WholeActivity } from '@minga/contract/activities';
import type { Scope } from '@minga/contract/series';
import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { useErrorToasts } from '../../components/use-error-toasts.ts';
import { useTimedMessage } from '../../components/use-timed-message.ts';
import { useUpload } from '../../components/use-upload.ts';
import { ApiError } from '../../lib/api.ts';
import { errorSentences } from '../../lib/error-sentences.ts';
import { isPublicBeforeReview } from '../../lib/is-public-before-review.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import type { ActivityDraft } from './activity-draft.ts';
import { announcedChange, announcedText } from './announced-change.ts';
import type { ActivitySubmission, SavedActivity } from './api/activity-submission.ts';
import { outcomeText } from './series-text.ts';

const FAILED = 'Error al guardar la actividad. Por favor intenta de nuevo.';
const HELD = 'Guardada: la publicaremos cuando la revisemos';
const CANCELLED = 'Cancelaste la subida. Lo que escribiste sigue aquí.';

interface Options {
  mutation: UseMutationResult<SavedActivity, Error, ActivitySubmission>;
  /** The text of the success toast. */
  savedText: string;
  /** The activity as it was opened; null: it is new. */
  edited: WholeActivity | null;
  /** Called before saving; false keeps the form open. */
  confirmReplace: (() => Promise<boolean>) | undefined;
  /** Called before saving an occurrence of a series; null keeps the form open. */
  chooseScope: ((draft: ActivityDraft) => Promise<Scope | null>) | undefined;
  /** Called with the server's sentence when less is needed than people have claimed; true releases their claims. */
  confirmRelease: ((sentence: string) => Promise<boolean>) | undefined;
  /** Navigates away after saving. */
  onSaved: (activity: WholeActivity) => void;
}

/** Saves an activity's form: upload, messages, and whether it was saved. */
export function useSaveActivity({ mutation, savedText, edited, onSaved, ...questions }: Options) {
  const { confirmReplace, chooseScope, confirmRelease } = questions;
  const upload = useUpload();
  const failure = useTimedMessage();
  const notice = useTimedMessage();
  const { showError, dismissErrors } = useErrorToasts();
  // A ref, because the navigation follows in the same tick and state would not be updated for the blocker.
  const isSaved = useRef(false);

  // Awaited instead of using mutate callbacks, which React Query skips once the form is unmounted.
  async function save(draft: ActivityDraft) {
    for (const { clear } of [failure, notice]) clear();
    if (confirmReplace && !(await confirmReplace())) return;
    const scope = chooseScope ? await chooseScope(draft) : 'one';
    if (scope !== null) await send(draft, scope, false);
  }

  async function send(draft: ActivityDraft, scope: Scope, releaseClaims: boolean) {
    try {
      const started = upload.start(draft.image instanceof File);
      const { activity, outcome } = await mutation.mutateAsync({ draft, scope, releaseClaims, ...started });
      isSaved.current = true;
      dismissErrors();
      const text = outcome === null ? savedText : outcomeText(outcome);
      const isTold =
        edited !== null && announcedChange(edited, { ...draft, date: new Date(draft.date) }) !== null;
      const told = isTold ? `${text}. ${announcedText(isPublicBeforeReview())}` : text;
      toastSuccess(activity.isHeld ? HELD : told);
      onSaved(activity);
    } catch (error) {
      upload.end();
      if (upload.isCancelled()) return notice.show(CANCELLED, { stays: true });
      // The session guard redirects to /login, which explains why.
      if (error instanceof ApiError && error.status === 401) return;
      if (confirmRelease && error instanceof ApiError && error.code === 'NEED_TAKEN') {
        if (await confirmRelease(error.messages.join(' '))) await send(draft, scope, true);
        return;
      }
      showError(FAILED);
      failure.show(errorSentences(error, FAILED), { stays: true });
    }
  }

  return { save, isSaved, upload, failure: failure.message, notice: notice.message };
}
