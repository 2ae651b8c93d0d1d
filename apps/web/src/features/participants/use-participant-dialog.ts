import type { Attendance } from '@minga/contract/attendance';
import { useIntentDialog } from '../../components/use-intent-dialog.ts';

/** What the organiser is about to do. */
export type Intent =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'remove'; readonly participant: Attendance };

/** The one dialog of the list. */
export const useParticipantDialog = () => useIntentDialog<Intent>();
