import { Stack } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorSentences } from '../../lib/errors/error-sentences.ts';
import { ApiError } from '../../lib/server/api.ts';
import { BusyButton } from '../busy-button.tsx';
import { MessageBox } from '../message-box.tsx';
import { PageHeading } from './page-heading.tsx';

interface Props<Answer> {
  /** Undefined: the link is incomplete. */
  token: string | undefined;
  mutation: UseMutationResult<Answer, Error, string>;
  heading: string;
  lead: string;
  label: string;
  busyLabel: string;
  /** The way out after opening the link by mistake. */
  hint: string;
  /** The reason that the failure of a link without its token gives. */
  missing?: string;
  /** Says what failed, for errors without a reason from the server. */
  fallback: string;
  renderDone: (answer: Answer) => ReactNode;
  renderFailure: (sentences: readonly string[]) => ReactNode;
}

/**
 * The page of a mailed link that does one thing. Only its button does it: mail scanners open links, and some execute the scripts
 * on the page. It can be pressed again unless the link is invalid, used or expired.
 */
export function LinkAction<Answer>({
  token,
  mutation,
  missing = 'Al enlace le falta una parte. Ábrelo desde el correo.',
  renderDone,
  renderFailure,
  ...texts
}: Props<Answer>) {
  const { data, error, isPending, isSuccess, mutate } = mutation;
  if (token === undefined) return renderFailure([missing]);
  if (isSuccess) return renderDone(data);
  if (isFinal(error)) return renderFailure(error.messages);
  const message = error && { sentences: errorSentences(error, texts.fallback), isVisible: true };
  return (
    <>
      <PageHeading title={texts.heading} lead={texts.lead} />
      <Stack gap="md">
        <MessageBox kind="error" message={message} />
        <BusyButton
          size="lg"
          fullWidth
          onClick={() => mutate(token)}
          isBusy={isPending}
          busyLabel={texts.busyLabel}
        >
          {texts.label}
        </BusyButton>
        <p>{texts.hint}</p>
      </Stack>
    </>
  );
}

/** Such as that another account has the address by now: retrying cannot succeed. */
const isFinal = (error: Error | null): error is ApiError =>
  error instanceof ApiError && [400, 409].includes(error.status);
