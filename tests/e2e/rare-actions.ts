import type { Locator } from '@playwright/test';

/** Shows the actions of an organiser's card that a phone has behind a button. A wide screen shows them without it. */
export async function showRareActions(card: Locator): Promise<void> {
  await card.getByRole('link', { name: 'Asistencia' }).waitFor();
  const more = card.getByRole('button', { name: 'Más acciones' });
  if (await more.isVisible()) await more.click();
}
