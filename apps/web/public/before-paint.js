// Runs before the first paint, so that nobody's screen flashes in the wrong scheme, and who is remembered here sees their
// own links at once; the build puts it into the documents. The keys are those of src/theme/theme.ts and
// src/features/accounts/cached-identity.ts.
(() => {
  const root = document.documentElement;
  let chosen = null;
  try {
    chosen = localStorage.getItem('minga.color-scheme');
    root.toggleAttribute('data-remembered', localStorage.getItem('userEmail') !== null);
  } catch {
    // Storage is switched off: the system's scheme it is, and nobody is remembered.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system;
  root.setAttribute('data-mantine-color-scheme', scheme);
})();
