// npm start: builds the product if its sources changed, then runs the API in this process, so that signals reach it under npm.
import { build } from './build.ts';

if (!(await build())) process.exit(1);
process.env.NODE_ENV ??= 'production';
await import(new URL('../apps/api/dist/main.js', import.meta.url).href);
