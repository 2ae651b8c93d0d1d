import { MessageBox } from '../message-box.tsx';
import type { Outcome } from './use-outcome.ts';

interface Props {
  outcome: Pick<Outcome, 'error' | 'success'>;
  takesFocus?: boolean;
}

/** The error and success messages of a section's last action. */
export const OutcomeMessages = ({ outcome, takesFocus = false }: Props) => (
  <>
    <MessageBox kind="error" message={outcome.error} takesFocus={takesFocus} />
    <MessageBox kind="success" message={outcome.success} takesFocus={takesFocus} />
  </>
);
