import { useCounter, useInterval } from '@mantine/hooks';

/** Seconds left, from `seconds` to 0. */
export function useCountdown(seconds: number): number {
  const [left, { decrement }] = useCounter(seconds, { min: 0 });
  useInterval(decrement, 1000, { autoInvoke: true });
  return left;
}
