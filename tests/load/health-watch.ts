// A worker thread, so that the load test's own work does not delay the requests whose latency is measured.
import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const PAUSE_MS = 4;
const { origin } = workerData as { readonly origin: string };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let worst = 0;
let isAsked = false;

// Answered after the request in progress.
parentPort?.on('message', () => {
  isAsked = true;
});

for (;;) {
  const start = performance.now();
  await requestHealth();
  worst = Math.max(worst, performance.now() - start);
  if (isAsked) {
    parentPort?.postMessage(worst);
    [worst, isAsked] = [0, false];
  }
  await wait(PAUSE_MS);
}

function requestHealth(): Promise<void> {
  return new Promise((resolve, reject) => {
    get(`${origin}/healthz`, { agent }, response => {
      response.resume();
      if (response.statusCode !== 200) reject(new Error(`/healthz: ${response.statusCode}`));
      response.on('end', resolve);
    }).on('error', reject);
  });
}
