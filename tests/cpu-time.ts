/** Returns the milliseconds that this thread computed for `action`; unlike the clock, they do not grow while other processes compute. */
export function cpuTimeOf(action: () => unknown): number {
  const before = process.threadCpuUsage();
  action();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
