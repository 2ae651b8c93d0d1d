import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

// The built server is one folder below apps/api, as this file is: the same relative paths hold in both.
const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const webDist = beside('../../web/dist');
export const migrationsFolder = beside('../migrations');
/** What the process of `platform/images/pictures.ts` runs: source or built, as this file is. */
export const pictureProcess = beside(`picture-process${extname(import.meta.url)}`);
