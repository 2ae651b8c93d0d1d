import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { bundledThread } from './apps/api/test/bundled-thread.ts';
import { singleIcons } from './apps/web/test/single-icons.ts';

/** Tests fail by what they expect, not by how busy the machine is; this only ends what hangs. */
const PATIENCE_MS = 180_000;

/** A poll ends as soon as its expectation holds; a slow machine may need this long. */
const expect = { poll: { timeout: 30_000 } };

const running = {
  environment: 'node',
  globalSetup: [
    'apps/api/test/global-setup.ts',
    'apps/api/test/process/build-setup.ts',
    'apps/api/test/process/prepared-folder-setup.ts',
  ],
  setupFiles: ['apps/api/test/setup.ts'],
  testTimeout: PATIENCE_MS,
  hookTimeout: PATIENCE_MS,
  expect,
};

/** After all others, whose writes would delay the recovery of a killed database. */
const LAST = 'apps/api/test/process/survival.test.ts';

const web = {
  environment: './apps/web/test/environment.ts',
  testTimeout: PATIENCE_MS,
  expect,
  include: ['apps/web/src/**/*.test.tsx'],
  // The one style sheet that is read by a test: the colours, for their contrasts.
  css: { include: [/tokens\.css/] },
};

/** They look whether the page is loaded again, with a `location` of their own; that of a whole document cannot be replaced. */
const RELOADING = [
  'apps/web/src/app/route-error.test.tsx',
  'apps/web/src/features/administration/settings/identity-tab.test.tsx',
  'apps/web/src/features/administration/tab-screen.test.tsx',
];

export default defineConfig({
  test: {
    // The tests wait for PostgreSQL and for processes as much as they compute.
    maxWorkers: 2 * availableParallelism(),
    // Of the processes that stay: one that has more is replaced, which loads the code again.
    vmMemoryLimit: '1000MB',
    projects: [
      {
        test: {
          name: 'contract',
          environment: 'node',
          include: ['packages/contract/src/**/*.test.ts'],
          testTimeout: PATIENCE_MS,
        },
      },
      {
        test: {
          name: 'scripts',
          environment: 'node',
          include: ['scripts/*.test.ts'],
          testTimeout: PATIENCE_MS,
        },
      },
      {
        plugins: [bundledThread],
        test: {
          name: 'api',
          environment: 'node',
          // A worker loads the product once for all its files, which would take longer than most of them.
          isolate: false,
          include: ['apps/api/src/**/*.test.{ts,tsx}'],
          globalSetup: ['apps/api/test/global-setup.ts'],
          setupFiles: ['apps/api/test/setup.ts'],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
          expect,
        },
      },
      {
        test: {
          ...running,
          name: 'process',
          include: ['apps/api/test/process/*.test.ts'],
          exclude: [LAST],
        },
      },
      { test: { ...running, name: 'process: last', include: [LAST], sequence: { groupOrder: 1 } } },
      {
        plugins: [singleIcons],
        test: {
          ...web,
          name: 'web',
          // A document for each file as ever, but in processes that stay, with the code at hand.
          pool: 'vmForks',
          exclude: RELOADING,
        },
      },
      { plugins: [singleIcons], test: { ...web, name: 'web: reloading', include: RELOADING } },
      {
        test: {
          ...web,
          name: 'web: rules',
          environment: 'node',
          // They have no document to leave anything in. A worker loads the code once for all its files.
          isolate: false,
          include: ['apps/web/src/**/*.test.ts'],
        },
      },
    ],
  },
});
