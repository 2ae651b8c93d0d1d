// Marks the last button pressed on a server-rendered page before its hydration, which src/app/hydrate-app.tsx then presses. Typing
// afterwards cancels the press, and a press in the page's content cancels what was typed. A form without an address is sent by the
// code only: what is typed into it stays, and the browser does not submit it.
// For a press during hydration React would hydrate all that is around it at once, and no frame could show it for up to a second on a slow
// phone. The browser therefore follows a link itself, and a button is marked and pressed after the frame that shows it.
(() => {
  const ROOT = '#root[data-server-rendered]';
  const cancelPress = () => document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
  // These work without the code: a popover, and the search, which Enter in its field submits by a click of its button.
  const needsCode = button =>
    !button.popoverTargetElement && !(button.type === 'submit' && button.form?.hasAttribute('action'));
  const mark = button => {
    cancelPress();
    button.dataset.pressed = '';
  };
  addEventListener('click', ({ target }) => {
    const button = target.closest?.(`${ROOT} button`);
    if (!button || !needsCode(button)) return;
    mark(button);
    if (!button.closest('main')) return;
    for (const input of document.querySelectorAll(`${ROOT} input:not(form:not([action]) *)`))
      input.value = input.defaultValue;
  });
  addEventListener('submit', event => {
    if (event.target.matches('#root form:not([action])')) event.preventDefault();
  });
  // React hydrates from the removal of the first attribute until the browser is idle.
  function markHydration([{ target: root }], observer) {
    observer.disconnect();
    root.dataset.hydrating = '';
    const whenIdle = globalThis.requestIdleCallback ?? (callback => setTimeout(callback, 1000));
    whenIdle(() => delete root.dataset.hydrating);
  }
  addEventListener('DOMContentLoaded', () => {
    const root = document.querySelector(ROOT);
    if (root)
      new MutationObserver(markHydration).observe(root, { attributeFilter: ['data-server-rendered'] });
  });
  function hideFromReact(event) {
    const pressed = event.target.closest?.('#root[data-hydrating] :is(a[href], button)');
    if (!pressed) return;
    event.stopPropagation();
    if (event.type !== 'click' || pressed.localName === 'a' || !needsCode(pressed)) return;
    event.preventDefault();
    mark(pressed);
    requestAnimationFrame(() => setTimeout(pressMarked));
  }
  function pressMarked() {
    const button = document.querySelector('#root [data-pressed]');
    delete document.getElementById('root').dataset.hydrating;
    cancelPress();
    button?.click();
  }
  for (const kind of ['pointer', 'mouse', 'key'])
    for (const type of [`${kind}down`, `${kind}up`]) addEventListener(type, hideFromReact, true);
  for (const type of ['touchstart', 'touchend', 'click']) addEventListener(type, hideFromReact, true);
  addEventListener('input', ({ target }) => {
    if (!target.closest?.(ROOT)) return;
    cancelPress();
    // For what the page shows of it once the code is there (src/app/server-rendered.css).
    target.toggleAttribute('data-typed', target.value !== '');
  });
})();
