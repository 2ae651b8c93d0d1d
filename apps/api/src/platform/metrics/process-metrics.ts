import { collectDefaultMetrics, Registry } from 'prom-client';

let registry: Registry | null = null;

/** Memory, processor and event loop: of the process, however many apps run in it. */
export function processMetrics(): Registry {
  if (registry === null) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}
