/** Chromium only: https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export const installPrompt = {
  /** The browser's unused offer. */
  current: null as InstallPrompt | null,
  /** Called after each change of `current`. */
  onChange: () => {},
};

/** Listens from the start, because the browser offers it once, before app/installed has loaded. */
export function listenForInstallPrompt(): void {
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault();
    setPrompt(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => setPrompt(null));
}

function setPrompt(prompt: InstallPrompt | null): void {
  installPrompt.current = prompt;
  installPrompt.onChange();
}
