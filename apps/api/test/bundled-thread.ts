import { mkdir, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const THREAD = 'calendar-thread';
const ENTRY = fileURLToPath(new URL(`../src/${THREAD}.ts`, import.meta.url));
const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/minga-test', import.meta.url));
/** The address of the thread in paths.ts. */
const ADDRESS = `resolvePath(\`${THREAD}\${extname(import.meta.url)}\`)`;

/** Bundles the thread as the build does (apps/api/vite.config.ts), and returns the path of the file. */
async function bundle(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: { ssr: true, target: 'node24', write: false, rolldownOptions: { input: ENTRY } },
  });
  const chunks = [output].flat().flatMap(each => ('output' in each ? each.output : []));
  const [chunk, ...others] = chunks;
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${THREAD} is not one file`);
  await mkdir(FOLDER, { recursive: true });
  const path = `${FOLDER}/${THREAD}.mjs`;
  // Another run may be loading the file of the same name.
  await writeFile(`${path}.${process.pid}`, chunk.code);
  await rename(`${path}.${process.pid}`, path);
  return path;
}

let bundled: Promise<string> | undefined;

/** Tests run the thread that reads a calendar as one file, like the built product. Its sources take five times as long to load, for each calendar. */
export const bundledThread: Plugin = {
  name: 'bundled-thread',
  enforce: 'pre',
  transform: {
    filter: { id: /apps\/api\/src\/paths\.ts$/ },
    async handler(code) {
      if (!code.includes(ADDRESS)) throw new Error(`paths.ts does not contain ${ADDRESS}`);
      bundled ??= bundle();
      return code.replace(ADDRESS, JSON.stringify(await bundled));
    },
  },
};
