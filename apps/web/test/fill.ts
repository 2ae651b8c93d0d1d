import userEvent from '@testing-library/user-event';

/** Enters a text at the end of a field at once, as pasting does. Each typed key would render the screen again: five times, for its five events. */
export async function fill(field: Element, text: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(text);
}
