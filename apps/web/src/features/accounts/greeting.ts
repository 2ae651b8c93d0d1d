import { feminineNames, masculineNames } from './first-names.ts';
import { type NamedUser, preferredName } from './preferred-name.ts';

type Form = 'feminine' | 'masculine' | 'neutral';

const words: Record<Form, string> = {
  feminine: '¡Bienvenida',
  masculine: '¡Bienvenido',
  neutral: '¡Te damos la bienvenida',
};

/** The values that users and older clients have stored in the field (docs/rules.md R2.13). */
const forms = new Map<string, Form>([
  ['female', 'feminine'],
  ['mujer', 'feminine'],
  ['f', 'feminine'],
  ['male', 'masculine'],
  ['hombre', 'masculine'],
  ['m', 'masculine'],
  ['neutral', 'neutral'],
]);

/** The greeting in the form that the user chose, else in the form of their first name, else in the neutral form. */
export function greeting(person: NamedUser & { gender?: string | null }): string {
  const name = preferredName(person);
  const chosen = forms.get(person.gender?.trim().toLowerCase() ?? '');
  return `${words[chosen ?? formOfName(name)]}, ${name}!`;
}

function formOfName(name: string): Form {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const first = plain.match(/\p{L}+/u)?.[0] ?? '';
  if (feminineNames.has(first)) return 'feminine';
  return masculineNames.has(first) ? 'masculine' : 'neutral';
}
