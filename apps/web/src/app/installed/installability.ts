import { installPrompt } from '../../lib/install-prompt.ts';

/** Whether the app can be installed from here; false in the installed app. */
export const isInstallable = (): boolean => installPrompt.current !== null || isOnlyByMenu();

/** Safari on iPhone and iPad has no `beforeinstallprompt`: there only its menu installs the app. */
export const isOnlyByMenu = (): boolean => 'standalone' in navigator && navigator.standalone === false;

/** Shows the browser's prompt and returns whether the user accepted. The browser has to offer a prompt again afterwards. */
export async function promptInstall(): Promise<boolean> {
  const prompt = installPrompt.current;
  if (prompt === null) return false;
  installPrompt.current = null;
  installPrompt.onChange();
  return (await prompt.prompt()).outcome === 'accepted';
}
