/** The windows in which the tests run (playwright.config.ts). */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
export const DESK = { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false };
