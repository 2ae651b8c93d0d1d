// Fixture for the built landing page (apps/web/src/app/landing/render-landing.tsx): returns its arguments.
export const renderLanding = (landing, { timeZone }) =>
  `<main>${JSON.stringify({ ...landing, timeZone }).replaceAll('<', '\\u003c')}</main>`;
