import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

// The built server is one folder below apps/api, as this file is: the same relative paths hold in both.
const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const webDist = resolvePath('../../web/dist');
export const migrationsFolder = resolvePath('../migrations');
/** The entry point that `platform/images/image-processor.ts` forks: source or built, like this file. */
export const imageProcess = resolvePath(`image-process${extname(import.meta.url)}`);
/** Of a git checkout; a container has none. */
export const gitFolder = resolvePath('../../../.git');
