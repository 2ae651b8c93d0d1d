// Marks the last button pressed on a server-rendered page before its hydration, which src/app/hydrate-app.tsx then presses. Typing
// afterwards cancels the press, and a press in the page's content cancels what was typed. A form without an address is sent by the
// code only: what is typed into it stays, and the browser does not submit it.
(() => {
  const ROOT = '#root[data-server-rendered]';
  const cancelPress = () => document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
  addEventListener('click', ({ target }) => {
    const button = target.closest?.(`${ROOT} button`);
    // These work without the code: a popover, and the search, which Enter in its field submits by a click of its button.
    if (!button || button.popoverTargetElement) return;
    if (button.type === 'submit' && button.form?.hasAttribute('action')) return;
    cancelPress();
    button.dataset.pressed = '';
    if (!button.closest('main')) return;
    for (const input of document.querySelectorAll(`${ROOT} input:not(form:not([action]) *)`))
      input.value = input.defaultValue;
  });
  addEventListener('submit', event => {
    if (event.target.matches(`${ROOT} form:not([action])`)) event.preventDefault();
  });
  addEventListener('input', ({ target }) => target.closest?.(ROOT) && cancelPress());
})();
