// npm run audit-log: the newest 50 actions of those who administer.
import { build } from './build.ts';

if (!(await build(['api']))) process.exit(1);
await import(new URL('../apps/api/dist/audit-log.js', import.meta.url).href);
