/**
 * The fields that say in another way than their form's others whether they may stay empty (docs/web.md): with an asterisk or another
 * word, or '(opcional)' on a required one. Runs in the page.
 */
export function wrongFieldMarks(): string[] {
  const fields = document.querySelectorAll<HTMLInputElement>('input, select, textarea');
  return [...fields].flatMap(field => {
    const labels = [...(field.labels ?? [])].map(label => label.textContent ?? '').join(' ');
    const hints = (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.textContent ?? '');
    const isRequired = field.required || field.ariaRequired === 'true';
    const isWrong =
      /\*\s*$|si quieres\)|obligatori[oa]\)/i.test(labels) ||
      hints.some(hint => /^(opcional|obligatori[oa])\b/i.test(hint)) ||
      (isRequired && labels.includes('(opcional)'));
    return isWrong ? [labels] : [];
  });
}
