import { MessageBox } from '../../../../components/message-box.tsx';
import type { useOutcome } from './use-outcome.ts';

interface Props {
  outcome: Pick<ReturnType<typeof useOutcome>, 'success' | 'error'>;
}

export const OutcomeMessages = ({ outcome }: Props) => (
  <>
    <MessageBox kind="success" message={outcome.success} />
    <MessageBox kind="error" message={outcome.error} />
  </>
);
