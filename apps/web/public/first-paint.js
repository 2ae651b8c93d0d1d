// A page that the server painted shows its buttons before the app's code is there. The last press of one is kept, and
// done by src/app/take-over.ts when the app has taken over. Loaded before everything else.
addEventListener('click', event => {
  const button = event.target.closest?.('#root[data-painted] button');
  if (!button || button.popoverTargetElement) return;
  for (const other of document.querySelectorAll('#root [data-pressed]')) delete other.dataset.pressed;
  button.dataset.pressed = '';
});

// The code, which waits in a template, shares a slow line with nothing that is needed to see the page. A tab in the
// background paints nothing until it is looked at: there it begins at once.
const begin = () => document.head.append(document.getElementById('code').content);
if (document.hidden) begin();
else requestAnimationFrame(() => setTimeout(begin));
