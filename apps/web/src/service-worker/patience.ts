/** Longer than this nobody looks at nothing where the app can begin by itself: the line is as good as none. */
const PATIENCE_MS = 4000;

/** What is answered in time (milliseconds); null where it fails or is late. */
export function inTime(asked: Promise<Response>, patience = PATIENCE_MS): Promise<Response | null> {
  const late = new Promise<null>(resolve => setTimeout(() => resolve(null), patience));
  return Promise.race([asked.catch(() => null), late]);
}
