// The landing page's only script: the colour scheme switch, which is hidden without JavaScript.
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
      // Without storage the choice lasts until the page is left.
    }
    name();
  });
  name();
})();
