// Stands for the built landing page (apps/web/src/app/landing/landing-paint.tsx): tells what it was told.
export const paintLanding = (landing, timeZone) =>
  `<main>${JSON.stringify({ ...landing, timeZone }).replaceAll('<', '\\u003c')}</main>`;
