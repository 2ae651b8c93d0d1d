import { type TrustTrial, tryTrust } from '@minga/contract/administration/trust';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { panelKey } from './panel-key.ts';

/** The entries of these lists that would hold a text; null: nothing to try. */
export const trustTrialQuery = (trial: TrustTrial | null) =>
  queryOptions({
    queryKey: [...panelKey, 'trust-trial', trial],
    queryFn: ({ signal }) => call(tryTrust, { body: trial ?? { text: '' }, signal }),
    enabled: trial !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
