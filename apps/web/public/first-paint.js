// A page that the server painted shows its buttons before the app's code is there. The last press of one is kept, and
// done by src/app/take-over.tsx when the app has taken over; whoever writes after it has changed their mind. The build puts
// this into the documents, so that it is there before the first button.
const listening = new AbortController();
const { signal } = listening;
const forgetPress = () => {
  for (const pressed of document.querySelectorAll('#root [data-pressed]')) delete pressed.dataset.pressed;
};
addEventListener(
  'click',
  event => {
    const button = event.target.closest?.('#root[data-painted] button');
    if (!button || button.popoverTargetElement) return;
    forgetPress();
    button.dataset.pressed = '';
  },
  { signal },
);
addEventListener('input', event => event.target.closest?.('#root[data-painted]') && forgetPress(), {
  signal,
});

// What does not come, or not whole, is said; what is painted stays and can be read.
addEventListener('error', event => event.target.matches?.('script, link[rel="stylesheet"]') && sayMissing(), {
  signal,
  capture: true,
});
addEventListener('minga:missing-code', () => sayMissing(), { signal });

function sayMissing() {
  const root = document.getElementById('root');
  if (signal.aborted || (root.firstChild && !('painted' in root.dataset))) return;
  listening.abort();
  forgetPress();
  const styles = document.querySelector('link[rel="stylesheet"]');
  if (styles) styles.media = 'all';
  const hint = document.createElement('div');
  hint.className = 'missing-code';
  hint.setAttribute('role', 'alert');
  const text = document.createElement('p');
  text.textContent =
    'Esta página no terminó de cargar. Puedes leerla y abrir sus enlaces; para usar los botones, cárgala de nuevo.';
  const again = document.createElement('button');
  again.type = 'button';
  again.textContent = 'Cargar de nuevo';
  again.addEventListener('click', () => location.reload());
  hint.append(text, again);
  document.body.append(hint);
}

// The code, which waits in a template, shares a slow line with nothing that is needed to see the page. A tab in the
// background paints nothing until it is looked at: there it begins at once.
const begin = () => {
  const { content } = document.getElementById('code');
  // Where nothing is painted (somebody has a session) no take-over comes that would let the whole styles take effect.
  const isPainted = 'painted' in document.getElementById('root').dataset;
  if (!isPainted) content.querySelector('link[rel="stylesheet"]').media = 'all';
  document.head.append(content);
};
addEventListener('DOMContentLoaded', () => {
  if (document.hidden) begin();
  else requestAnimationFrame(() => setTimeout(begin));
});
