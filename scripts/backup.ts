// npm run backup -- FILE|FOLDER: database and images as one file, while Minga runs or not.
import { build } from './build.ts';

if (!(await build(['api']))) process.exit(1);
await import(new URL('../apps/api/dist/backup.js', import.meta.url).href);
