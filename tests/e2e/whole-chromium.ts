import type { LaunchOptions } from '@playwright/test';

const executablePath = process.env.CHROMIUM_PATH;

/**
 * For `test.use` of tests that need Chromium itself: the headless shell has no notifications. Each file with it starts a worker,
 * and each context loads two pages of Chromium's own window, which takes half a second of a core.
 */
export const wholeChromium = {
  launchOptions: async (
    { launchOptions }: { launchOptions: LaunchOptions },
    use: (options: LaunchOptions) => Promise<void>,
  ) => use({ ...launchOptions, ...(executablePath ? { executablePath } : { channel: 'chromium' }) }),
};
