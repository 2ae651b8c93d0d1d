// Fixture for the built renderer of embedded pages (apps/web/src/app/embed/render-embed.tsx): returns its arguments.
const text = value => JSON.stringify(value).replaceAll('<', '\\u003c');
export const renderEmbeddedList = ({ title, url, rows }, timeZone) =>
  `<main>${text({ title, url, titles: rows.map(row => row.title), timeZone })}</main>`;
export const renderEmbeddedActivity = ({ title }, isPast, timeZone) =>
  `<main>${text({ title, isPast, timeZone })}</main>`;
export const renderEmbeddedProblem = sentence => `<main>${text({ sentence })}</main>`;
