import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

// The built server and this file are both one folder below apps/api, so the same relative paths work in both.
const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const webDist = resolvePath('../../web/dist');
export const migrationsFolder = resolvePath('../migrations');
/** The entry point that `platform/images/image-processor.ts` forks: source or built, like this file. */
export const imageProcess = resolvePath(`image-process${extname(import.meta.url)}`);
/** The entry point that `modules/calendars/reading/parser.ts` runs as a thread: source or built, like this file. */
export const calendarThread = resolvePath(`calendar-thread${extname(import.meta.url)}`);
/** The folder of git's files, which only a git checkout has; a container image does not have it. */
export const gitFolder = resolvePath('../../../.git');
