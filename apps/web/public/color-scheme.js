// Runs before the first paint, so that nobody's screen flashes in the wrong scheme; the build puts it into the documents.
// The key is the one of src/theme/color-scheme.ts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('minga.color-scheme');
  } catch {
    // Storage is switched off: the system's scheme it is.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
