import { downloadData } from '@minga/contract/profile';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Fetches everything that Minga stores about the user. `gcTime: 0` keeps this personal data out of the cache. */
export const useDownloadData = () => useMutation({ mutationFn: () => call(downloadData), gcTime: 0 });
