import { version } from './built.ts';

/** Whatever the copy depended on (`Vary`): it was fetched by this very browser, without cookies that matter. */
const ANY = { ignoreVary: true };

const CODE = 'minga-code-';
/** Where this version's code is kept. */
export const OWN_CODE = CODE + version;

/** Where the code of other versions is kept, the oldest first. */
export const otherCode = async (): Promise<string[]> =>
  (await caches.keys()).filter(name => name.startsWith(CODE) && name !== OWN_CODE);

/** This version's copy, else that of any of our caches; undefined without one. */
export async function cached(path: string): Promise<Response | undefined> {
  const own = await caches.open(OWN_CODE);
  return (await own.match(path, ANY)) ?? caches.match(path, ANY);
}

export const hasCached = async (cache: Cache, path: string): Promise<boolean> =>
  (await cache.match(path, ANY)) !== undefined;

/** Keeps a copy, and of all in this cache the newest `most`. */
export async function keepCopy(name: string, path: string, copy: Response, most: number): Promise<void> {
  const cache = await caches.open(name);
  // What is kept anew goes to the end.
  await cache.delete(path, ANY);
  await cache.put(path, copy);
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, -most).map(request => cache.delete(request, ANY)));
}
