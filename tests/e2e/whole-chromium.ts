import type { LaunchOptions } from '@playwright/test';

const executablePath = process.env.CHROMIUM_PATH;

/**
 * For `test.use` of tests that need Chromium itself: the headless shell has no notifications, and its service worker ignores the
 * emulation of a lost network.
 */
export const wholeChromium = {
  launchOptions: async (
    { launchOptions }: { launchOptions: LaunchOptions },
    use: (options: LaunchOptions) => Promise<void>,
  ) => use({ ...launchOptions, ...(executablePath ? { executablePath } : { channel: 'chromium' }) }),
};
