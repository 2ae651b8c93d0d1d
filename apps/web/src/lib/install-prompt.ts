/** Chromium's own: https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export const installPrompt = {
  /** What the browser has offered and was not asked for yet. */
  kept: null as InstallPrompt | null,
  /** Runs when it is another. */
  onChange: () => {},
};

/** Listens from the start: the browser offers it once, before anybody wants it (app/installed). */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault();
    know(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => know(null));
}

function know(prompt: InstallPrompt | null): void {
  installPrompt.kept = prompt;
  installPrompt.onChange();
}
