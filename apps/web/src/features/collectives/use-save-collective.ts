import type { Collective } from '@minga/contract/collectives';
import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTimedMessage } from '../../components/use-timed-message.ts';
import { useUpload } from '../../components/use-upload.ts';
import { ApiError } from '../../lib/api.ts';
import { errorSentences } from '../../lib/error-sentences.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import type { CollectiveSubmission } from './api/collective-submission.ts';
import { type CollectiveDraft, type DraftValues, rejectedField } from './collective-draft.ts';

const FAILED = 'Error al guardar el colectivo. Por favor intenta de nuevo.';
const CANCELLED = 'Cancelaste la subida. Lo que escribiste sigue aquí.';

interface Options {
  form: Pick<UseFormReturn<DraftValues, unknown, CollectiveDraft>, 'setError'>;
  mutation: UseMutationResult<Collective, Error, CollectiveSubmission>;
  /** The text of the success toast. */
  savedText: string;
  onSaved: (collective: Collective) => void;
}

/** Saves a collective's form: upload, messages, and whether it was saved. */
export function useSaveCollective({ form, mutation, savedText, onSaved }: Options) {
  const upload = useUpload();
  const failure = useTimedMessage();
  const notice = useTimedMessage();
  // A ref, because the navigation follows in the same tick and state would not be updated for the blocker.
  const isSaved = useRef(false);

  // Awaited instead of using mutate callbacks, which React Query skips once the form is unmounted.
  async function save(draft: CollectiveDraft) {
    for (const { clear } of [failure, notice]) clear();
    try {
      const saved = await mutation.mutateAsync({ draft, ...upload.start(draft.image instanceof File) });
      isSaved.current = true;
      toastSuccess(savedText);
      onSaved(saved);
    } catch (error) {
      upload.end();
      explain(error);
    }
  }

  function explain(error: unknown): void {
    if (upload.isCancelled()) {
      notice.show(CANCELLED, { stays: true });
      return;
    }
    // The session guard redirects to /login, which explains why.
    if (error instanceof ApiError && error.status === 401) return;
    const field = error instanceof ApiError ? rejectedField(error) : null;
    const sentences = errorSentences(error, FAILED);
    if (field === null) failure.show(sentences, { stays: true });
    else form.setError(field, { message: sentences.join(' ') }, { shouldFocus: true });
  }

  return { save, isSaved, upload, failure: failure.message, notice: notice.message };
}
