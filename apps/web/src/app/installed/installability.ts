import { installPrompt } from '../../lib/install-prompt.ts';

/** Can the app be installed from here? Not where it runs installed already. */
export const isInstallable = (): boolean => installPrompt.kept !== null || isOnlyByMenu();

/** Safari on iPhone and iPad has no event: there it is done by its own menu. */
export const isOnlyByMenu = (): boolean => 'standalone' in navigator && navigator.standalone === false;

/** Lets the browser ask. True: it is being installed. Once asked, it is asked no more until the browser offers it anew. */
export async function askToInstall(): Promise<boolean> {
  const prompt = installPrompt.kept;
  if (prompt === null) return false;
  installPrompt.kept = null;
  installPrompt.onChange();
  return (await prompt.prompt()).outcome === 'accepted';
}
