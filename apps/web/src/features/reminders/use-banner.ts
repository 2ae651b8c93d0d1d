import { useTimedMessage } from '../../components/use-timed-message.ts';

/** The message of a panel's last action. Each action replaces it; errors stay until then. */
export function useBanner() {
  const success = useTimedMessage();
  const failure = useTimedMessage();

  function showSuccess(text: string): void {
    failure.clear();
    success.show(text);
  }
  function showError(text: string): void {
    success.clear();
    failure.show(text, { stays: true });
  }
  return { success: success.message, failure: failure.message, showSuccess, showError };
}

export type Banner = ReturnType<typeof useBanner>;
