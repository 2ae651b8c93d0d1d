import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** A slow phone used with one thumb, or a desk computer used with the keyboard alone. */
export type Device = 'phone' | 'desk';

const CPU_FACTOR = 6;
/** A mobile network of the third generation, as Lighthouse simulates it. */
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
};
const WITHOUT_NETWORK = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 };

/** A browser of its own for one person, with storage and cookies of its own. */
export async function openDevice(
  browser: Browser,
  device: Device,
  colorScheme: 'light' | 'dark',
  baseURL: string,
): Promise<BrowserContext> {
  const window =
    device === 'phone'
      ? { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
      : { viewport: { width: 1280, height: 800 } };
  return browser.newContext({
    ...window,
    colorScheme,
    baseURL,
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
    reducedMotion: 'reduce',
  });
}

/** Makes this page as slow as a cheap phone on a mobile network. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_FACTOR });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await drawEveryFrame(session);
  return session;
}

/**
 * Without a window Chromium cancels the draws of frames at times, also of one that shows a press, and the duration of that press then
 * ends with a later frame. A frame that is recorded is drawn.
 */
async function drawEveryFrame(session: CDPSession): Promise<void> {
  session.on('Page.screencastFrame', ({ sessionId }) => {
    // Fails if the page is closed meanwhile.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 1, maxWidth: 90, maxHeight: 90 });
}

/** Takes the network away, or gives the slow one back. */
export async function setOnline(
  context: BrowserContext,
  session: CDPSession,
  isOnline: boolean,
): Promise<void> {
  const conditions = isOnline ? SLOW_NETWORK : WITHOUT_NETWORK;
  // First, so that a request on the event 'online' does not fail; and again, because the context sets conditions of its own.
  await session.send('Network.emulateNetworkConditions', conditions);
  await context.setOffline(!isOnline);
  await session.send('Network.emulateNetworkConditions', conditions);
}
