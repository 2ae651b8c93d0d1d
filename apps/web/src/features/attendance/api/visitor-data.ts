import { downloadVisitorData } from '@minga/contract/visitor-data';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Fetches everything that Minga stores about the person of a link. `gcTime: 0` keeps this personal data out of the cache. */
export const useDownloadVisitorData = (token: string) =>
  useMutation({ mutationFn: () => call(downloadVisitorData, { body: { token } }), gcTime: 0 });
