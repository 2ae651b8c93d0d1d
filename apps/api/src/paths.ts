import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

// The built server is one folder below apps/api, as this file is: the same relative paths hold in both.
const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const webDist = resolvePath('../../web/dist');
export const migrationsFolder = resolvePath('../migrations');
/** What the process of `platform/images/pictures.ts` runs: source or built, as this file is. */
export const pictureProcess = resolvePath(`picture-process${extname(import.meta.url)}`);
