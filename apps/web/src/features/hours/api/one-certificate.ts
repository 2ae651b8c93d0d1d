import { readCertificate } from '@minga/contract/certificates';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { retryOnMount } from '../../../lib/unknown-row.ts';

/** Fetches a certificate's content. Rejects with an ApiError: 404 if there is none with this number. */
export const oneCertificate = (number: string) =>
  queryOptions({
    queryKey: ['certificate', number],
    queryFn: ({ signal }) => call(readCertificate, { params: { number }, signal }),
    retryOnMount,
  });
