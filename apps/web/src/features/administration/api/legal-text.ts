import { getManagedLegalText, type LegalKind } from '@minga/contract/legal';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { panelKey } from './panel-key.ts';

export const legalTextQuery = (kind: LegalKind) =>
  queryOptions({
    queryKey: [...panelKey, 'legal', kind],
    queryFn: ({ signal }) => call(getManagedLegalText, { params: { kind }, signal }),
    // A draft must not be compared with another text.
    refetchOnWindowFocus: false,
  });
