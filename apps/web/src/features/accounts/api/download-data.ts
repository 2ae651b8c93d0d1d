import { downloadData } from '@minga/contract/profile';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Fetches all that Minga keeps of the person. Nothing of it stays in the cache. */
export const useDownloadData = () => useMutation({ mutationFn: () => call(downloadData), gcTime: 0 });
