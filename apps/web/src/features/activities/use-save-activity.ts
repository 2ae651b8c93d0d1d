import type { Activity } from '@minga/contract/activities';
import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { useErrorToasts } from '../../components/use-error-toasts.ts';
import { useTimedMessage } from '../../components/use-timed-message.ts';
import { useUpload } from '../../components/use-upload.ts';
import { ApiError } from '../../lib/api.ts';
import { errorSentences } from '../../lib/error-sentences.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import type { ActivityDraft } from './activity-draft.ts';
import type { ActivitySubmission } from './api/activity-submission.ts';

const FAILED = 'Error al guardar la actividad. Por favor intenta de nuevo.';
const CANCELLED = 'Cancelaste la subida. Lo que escribiste sigue aquí.';

interface Options {
  mutation: UseMutationResult<Activity, Error, ActivitySubmission>;
  /** The text of the success toast. */
  savedText: string;
  /** Called before saving; false keeps the form open. */
  confirmReplace: (() => Promise<boolean>) | undefined;
  /** Called with the server's sentence when less is needed than people have claimed; true releases their claims. */
  confirmRelease: ((sentence: string) => Promise<boolean>) | undefined;
  /** Navigates away after saving. */
  onSaved: () => void;
}

/** Saves an activity's form: upload, messages, and whether it was saved. */
export function useSaveActivity({ mutation, savedText, confirmReplace, confirmRelease, onSaved }: Options) {
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
    await send(draft, false);
  }

  async function send(draft: ActivityDraft, releaseClaims: boolean) {
    try {
      await mutation.mutateAsync({ draft, releaseClaims, ...upload.start(draft.image instanceof File) });
      isSaved.current = true;
      dismissErrors();
      toastSuccess(savedText);
      onSaved();
    } catch (error) {
      upload.end();
      if (upload.isCancelled()) return notice.show(CANCELLED, { stays: true });
      // The session guard redirects to /login, which explains why.
      if (error instanceof ApiError && error.status === 401) return;
      if (confirmRelease && error instanceof ApiError && error.code === 'NEED_TAKEN') {
        if (await confirmRelease(error.messages.join(' '))) await send(draft, true);
        return;
      }
      showError(FAILED);
      failure.show(errorSentences(error, FAILED), { stays: true });
    }
  }

  return { save, isSaved, upload, failure: failure.message, notice: notice.message };
}
