import { feminineNames, masculineNames } from './first-names.ts';
import { type Named, shownName } from './shown-name.ts';

type Form = 'feminine' | 'masculine' | 'neutral';

const words: Record<Form, string> = {
  feminine: '¡Bienvenida',
  masculine: '¡Bienvenido',
  neutral: '¡Te damos la bienvenida',
};

/** By what people and older programs have written in the field (spec 000 section 2). */
const forms = new Map<string, Form>([
  ['female', 'feminine'],
  ['mujer', 'feminine'],
  ['f', 'feminine'],
  ['male', 'masculine'],
  ['hombre', 'masculine'],
  ['m', 'masculine'],
  ['neutral', 'neutral'],
]);

/** The welcome in the form that the person chose; else in that of the shown first name; else in the neutral one. */
export function greeting(person: Named & { gender?: string | null }): string {
  const name = shownName(person);
  const chosen = forms.get(person.gender?.trim().toLowerCase() ?? '');
  return `${words[chosen ?? formOfName(name)]}, ${name}!`;
}

function formOfName(name: string): Form {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const first = plain.match(/\p{L}+/u)?.[0] ?? '';
  if (feminineNames.has(first)) return 'feminine';
  return masculineNames.has(first) ? 'masculine' : 'neutral';
}
