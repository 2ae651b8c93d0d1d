// Sets the colour scheme before the first paint, so that the page does not flash in the other one, and marks the document if data is
// saved (src/lib/saved-data.ts), and if this browser remembers a user or attendances of a visitor, whose links are then shown at once. The keys are those of
// src/theme/theme.ts, src/features/accounts/session/cached-identity.ts and src/features/attendance/remembered-attendances.ts.
(() => {
  const root = document.documentElement;
  let chosen = null;
  try {
    chosen = localStorage.getItem('minga.color-scheme');
    root.toggleAttribute('data-remembered', localStorage.getItem('userEmail') !== null);
    root.toggleAttribute('data-attends', (localStorage.getItem('minga.attendances') ?? '{}') !== '{}');
  } catch {
    // Without storage the system decides on the scheme, and no user is remembered.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system;
  root.setAttribute('data-mantine-color-scheme', scheme);
  const [, saving] = /(?:^|;\s*)minga_datos=([01])/.exec(document.cookie) ?? [];
  const isSaved = saving === undefined ? navigator.connection?.saveData === true : saving === '1';
  root.toggleAttribute('data-saved-data', isSaved);
})();
