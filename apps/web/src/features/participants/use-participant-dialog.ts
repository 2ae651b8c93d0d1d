import type { Attendance } from '@minga/contract/attendance';
import { useIntentDialog } from '../../components/use-intent-dialog.ts';

/** The action that the organiser has started. */
export type Intent =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'admit' | 'remove'; readonly participant: Attendance };

export const useParticipantDialog = () => useIntentDialog<Intent>();
