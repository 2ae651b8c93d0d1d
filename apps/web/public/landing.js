// The landing page's only script: the light or dark switch, which without JavaScript is not shown.
(() => {
  const root = document.documentElement;
  const button = document.querySelector('[data-scheme-switch]');
  const current = () => root.getAttribute('data-mantine-color-scheme');
  const name = () =>
    button.setAttribute('aria-label', current() === 'dark' ? 'Usar tema claro' : 'Usar tema oscuro');
  button.addEventListener('click', () => {
    const next = current() === 'dark' ? 'light' : 'dark';
    root.setAttribute('data-mantine-color-scheme', next);
    try {
      localStorage.setItem('minga.color-scheme', next);
    } catch {
      // Storage is switched off: the choice lasts as long as the page.
    }
    name();
  });
  name();
})();
