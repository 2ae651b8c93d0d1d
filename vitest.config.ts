import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', environment: 'node', include: ['packages/contract/src/**/*.test.ts'] } },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['apps/api/{src,test}/**/*.test.{ts,tsx}'],
          globalSetup: ['apps/api/test/global-setup.ts'],
        },
      },
      { test: { name: 'web', environment: 'jsdom', include: ['apps/web/src/**/*.test.{ts,tsx}'] } },
    ],
  },
});
