import { useTimedMessage } from '../use-timed-message.ts';

/** The messages of a section's last action. Each action replaces the previous outcome; an error stays until then. */
export function useOutcome() {
  const success = useTimedMessage();
  const error = useTimedMessage();

  function clear(): void {
    success.clear();
    error.clear();
  }
  function showSuccess(text: string): void {
    error.clear();
    success.show(text);
  }
  function showError(sentences: string | readonly string[]): void {
    success.clear();
    error.show(sentences, { stays: true });
  }
  return { success: success.message, error: error.message, clear, showSuccess, showError };
}

export type Outcome = ReturnType<typeof useOutcome>;
