// The landing page's only script: the colour scheme switch, which is hidden without JavaScript, and the mark of attended activities.
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

  // The same mark as in the agenda, from the same memory (src/features/attendance/remembered-attendances.ts).
  let attended = [];
  try {
    attended = Object.values(JSON.parse(localStorage.getItem('minga.attendances')) ?? {}).flat();
  } catch {
    // Without storage no attendance is known.
  }
  for (const link of document.querySelectorAll('article a[href^="/actividades/"]')) {
    if (!attended.includes(link.getAttribute('href').slice('/actividades/'.length))) continue;
    const mark = document.createElement('strong');
    mark.textContent = 'Vas';
    link.closest('article').querySelector('p:last-of-type').prepend(mark);
  }
})();
