// npm run restore -- FILE: a backup into an empty database and the image store of the settings.
import { build } from './build.ts';

if (!(await build(['api']))) process.exit(1);
await import(new URL('../apps/api/dist/restore.js', import.meta.url).href);
