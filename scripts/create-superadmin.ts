// npm run create-superadmin: asks for e-mail, user name and password, or takes --email, --username and --password.
import { build } from './build.ts';

if (!(await build(['api']))) process.exit(1);
await import(new URL('../apps/api/dist/create-superadmin.js', import.meta.url).href);
