// Fixture for the built renderer of the legal texts (apps/web/src/app/legal/render-legal.tsx): returns its arguments.
const text = value => JSON.stringify(value).replaceAll('<', '\\u003c');
export const renderLegal = (legal, timeZone) => ({
  title: legal.kind,
  html: `<main>${text({ ...legal, timeZone })}</main><footer><ul><li id="codigo-fuente"></li></ul></footer>`,
});
