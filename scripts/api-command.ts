// node scripts/api-command.ts audit-log|backup|create-superadmin|deliveries|map|reset-second-factor|reset-superadmin|restore [argument …]: builds the API if its sources changed, then
// runs one of its commands in this process.
import { build } from './build.ts';

const [name = ''] = process.argv.splice(2, 1);
if (!(await build(['api']))) process.exit(1);
await import(new URL(`../apps/api/dist/${name}.js`, import.meta.url).href);
