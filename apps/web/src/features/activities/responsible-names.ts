/** Splits a comma-separated text as the contract does: trimmed, without blank items. */
export const responsibleNames = (text: string): string[] =>
  text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '');
