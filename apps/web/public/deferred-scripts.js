// Loads what waits in a template: the style sheet after the page's first frame, which has its critical CSS, and then the app's code.
// On a slow line neither competes with what that frame needs. The sheet, which lays out the whole page again, takes effect with the
// code: the page has inline the styles of all that it shows. A visitor who only reads uses no code: a browser without a trace of
// an earlier use of this site loads it with the first intent to use a control, or once a part that needs it comes into view. Other
// browsers, windows whose media query the template names, pages that were pressed before, and browsers that may translate the page,
// which can then not be hydrated, load it at once.
(() => {
  // The code adds entries to the menu of the bar; other popovers are complete.
  const CONTROL =
    '#root :is(button:not([popovertarget]), [popovertarget="menu-de-cuenta"], input, select, textarea)';
  /** Of one task. */
  const REQUESTS = 3;
  const INTENTS = ['pointerover', 'focusin', 'click'];
  const waiting = () => document.getElementById('code').content;
  const isRendered = () => 'serverRendered' in document.getElementById('root').dataset;

  /** For paper, until the code lets it take effect (src/app/hydrate-app.tsx); at once where nothing is rendered. */
  function loadStyles() {
    const styles = waiting().querySelector('link[rel="stylesheet"]');
    if (isRendered()) styles.addEventListener('load', () => styles.toggleAttribute('data-loaded', true));
    else styles.media = 'all';
    document.head.append(styles);
  }
  function loadCode() {
    for (const type of INTENTS) removeEventListener(type, loadOnIntent);
    removeEventListener('storage', loadCode);
    appendSome();
  }
  // Each file's request takes a slow phone some milliseconds: a press must not wait for all of them.
  function appendSome() {
    document.head.append(...[...waiting().children].slice(0, REQUESTS));
    if (waiting().firstElementChild) setTimeout(appendSome);
  }
  const loadOnIntent = ({ target }) => target.closest?.(CONTROL) && loadCode();
  function loadOnUse() {
    for (const type of INTENTS) addEventListener(type, loadOnIntent);
    // In another tab the visitor has signed in or confirmed.
    addEventListener('storage', loadCode);
    const observer = new IntersectionObserver(entries => {
      if (!entries.some(entry => entry.isIntersecting)) return;
      observer.disconnect();
      loadCode();
    });
    for (const part of document.querySelectorAll('#root [data-needs-code]')) observer.observe(part);
  }
  const readsSpanish = () => navigator.languages.some(language => language.startsWith('es'));
  function isReader() {
    if (navigator.serviceWorker?.controller) return false;
    try {
      // public/fonts.js marks that this browser has the fonts.
      return Object.keys(localStorage).every(key => key === 'minga.fonts');
    } catch {
      return true;
    }
  }
  function load() {
    const isNeeded =
      matchMedia(document.getElementById('code').dataset.needed).matches ||
      !readsSpanish() ||
      // public/pending-interactions.js has marked a press.
      document.querySelector('#root [data-pressed]') !== null;
    loadStyles();
    if (isRendered() && !isNeeded && isReader()) loadOnUse();
    else loadCode();
  }
  addEventListener('DOMContentLoaded', () => {
    // A tab in the background renders no frame.
    if (document.hidden) load();
    else requestAnimationFrame(() => setTimeout(load));
  });
})();
