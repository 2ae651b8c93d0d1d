import { readCertificate } from '@minga/contract/certificates';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';

/** Errors stay fresh as long as responses do by default. */
const ERROR_FRESH_MS = 15_000;

/** Fetches a certificate's content. Rejects with an ApiError: 404 if there is none with this number. */
export const oneCertificate = (number: string) =>
  queryOptions({
    queryKey: ['certificate', number],
    queryFn: ({ signal }) => call(readCertificate, { params: { number }, signal }),
    // A "not found" page rendered by the server is shown without a second request.
    retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > ERROR_FRESH_MS,
  });

export const isUnknownCertificate = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
