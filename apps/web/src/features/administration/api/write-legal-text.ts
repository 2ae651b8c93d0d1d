import { type LegalKind, writeLegalText } from '@minga/contract/legal';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { legalTextQuery } from './legal-text.ts';

/** Stores a text; null: Minga's again. */
export function useWriteLegalText(kind: LegalKind) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (text: string | null) => call(writeLegalText, { params: { kind }, body: { text } }),
    onSuccess: written => queryClient.setQueryData(legalTextQuery(kind).queryKey, written),
  });
}
