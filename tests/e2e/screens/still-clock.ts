// Preloaded into the product of the pictures (`node --import`): its clock stands still, and goes on to the next of the
// moments in MINGA_MOMENTS when it is told to by SIGUSR2. What it makes up at random for ids is always the same, because
// the weave of an activity without a picture is drawn from its id.
import { subscribe } from 'node:diagnostics_channel';

const moments = (process.env.MINGA_MOMENTS ?? '').split(',').map(Date.parse);
let now = moments.shift() ?? Date.now();
process.on('SIGUSR2', () => {
  now = moments.shift() ?? now;
});

globalThis.Date = new Proxy(Date, {
  construct: (RealDate, given) => Reflect.construct(RealDate, given.length === 0 ? [now] : given),
  get: (RealDate, key) => (key === 'now' ? () => now : Reflect.get(RealDate, key)),
});

// Node writes this header by a clock of its own, and the web app believes it more than its browser's.
interface Started {
  response: { setHeader(name: string, value: string): void };
}
subscribe('http.server.request.start', message => {
  (message as Started).response.setHeader('date', new Date().toUTCString());
});

// Keys and tokens come from elsewhere (`randomBytes`). Ids of one moment are numbered on.
crypto.getRandomValues = array => {
  if (array) new Uint8Array(array.buffer, array.byteOffset, array.byteLength).fill(7);
  return array;
};
