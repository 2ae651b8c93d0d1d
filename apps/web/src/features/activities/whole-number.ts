/** The number in a text such as '1.200'; null if it is empty. */
export const wholeNumber = (text: string): number | null =>
  text.trim() === '' ? null : Number(text.replace(/[\s.]/g, ''));
