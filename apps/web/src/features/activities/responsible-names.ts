/** The people in a comma-separated text, as the contract reads it: trimmed, without blank items. */
export const responsibleNames = (text: string): string[] =>
  text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '');
