import { useTimedMessage } from '../../components/use-timed-message.ts';

/** What a panel says of the last thing done in it. The next one takes its place; only failures stay until then. */
export function useBanner() {
  const success = useTimedMessage();
  const failure = useTimedMessage();

  function succeed(text: string): void {
    failure.clear();
    success.say(text);
  }
  function fail(text: string): void {
    success.clear();
    failure.say(text, { stays: true });
  }
  return { success: success.message, failure: failure.message, succeed, fail };
}

export type Banner = ReturnType<typeof useBanner>;
