// Preloaded into the server of the screens (`node --import`): its clock is fixed and advances to the next time in
// MINGA_FIXED_TIMES on SIGUSR2. Random values for ids are constant, because the weave of an activity without a picture is
// drawn from its id.
import { subscribe } from 'node:diagnostics_channel';

const fixedTimes = (process.env.MINGA_FIXED_TIMES ?? '').split(',').map(Date.parse);
let now = fixedTimes.shift() ?? Date.now();
process.on('SIGUSR2', () => {
  now = fixedTimes.shift() ?? now;
});

globalThis.Date = new Proxy(Date, {
  construct: (RealDate, args) => Reflect.construct(RealDate, args.length === 0 ? [now] : args),
  get: (RealDate, key) => (key === 'now' ? () => now : Reflect.get(RealDate, key)),
});

// Node sets this header from its own clock, and the web app prefers it to the browser's.
interface RequestStart {
  response: { setHeader(name: string, value: string): void };
}
subscribe('http.server.request.start', message => {
  (message as RequestStart).response.setHeader('date', new Date().toUTCString());
});

// Keys and tokens use `randomBytes`. Ids of the same millisecond are numbered consecutively.
crypto.getRandomValues = array => {
  if (array) new Uint8Array(array.buffer, array.byteOffset, array.byteLength).fill(7);
  return array;
};
