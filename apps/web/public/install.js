// The landing page's install button, shown if the browser can install the app. The app has its own (src/lib/install-prompt.ts).
const buttons = document.querySelectorAll('[data-install]');
let offered = null;

addEventListener('beforeinstallprompt', event => {
  event.preventDefault();
  know(event);
});
addEventListener('appinstalled', () => know(null));
for (const button of buttons) button.addEventListener('click', install);

function know(prompt) {
  offered = prompt;
  for (const button of buttons) button.hidden = prompt === null;
}

async function install() {
  const prompt = offered;
  if (prompt === null) return;
  // It can be asked once.
  offered = null;
  const { outcome } = await prompt.prompt();
  if (outcome === 'accepted') know(null);
}
