// Shows a hint on a server-rendered page whose code or style sheet fails to load. The page stays readable.
(() => {
  const listening = new AbortController();
  const { signal } = listening;
  function showHint() {
    const root = document.getElementById('root');
    const isRunning = root.firstChild && !('serverRendered' in root.dataset);
    if (isRunning) return;
    listening.abort();
    for (const pressed of document.querySelectorAll('[data-pressed]')) delete pressed.dataset.pressed;
    const hint = document.createElement('div');
    hint.className = 'missing-code';
    hint.setAttribute('role', 'alert');
    const text = document.createElement('p');
    text.textContent =
      'Esta página no terminó de cargar. Puedes leerla y abrir sus enlaces; para usar los botones, cárgala de nuevo.';
    const reload = document.createElement('button');
    reload.type = 'button';
    reload.textContent = 'Cargar de nuevo';
    reload.addEventListener('click', () => location.reload());
    hint.append(text, reload);
    document.body.append(hint);
  }
  const isCode = ({ target }) => target.matches?.('script, link[rel="stylesheet"]');
  addEventListener('error', event => isCode(event) && showHint(), { signal, capture: true });
  addEventListener('minga:missing-code', showHint, { signal });
})();
