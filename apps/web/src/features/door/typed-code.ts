import { arrivalCode } from '../../lib/arrival-code.ts';

/** The groups in which 'Mi código' shows a code. Gaps anywhere else are those of a name. */
const GROUPS = /^(?:[\w-]{4}\s*){5}[\w-]{2}$/;

/** The code of an attendance in words that are typed or pasted to find a person: alone, in its groups, or with its address. Null: none. */
export function typedCode(words: string): string | null {
  const text = words.trim();
  return arrivalCode(GROUPS.test(text) ? text.replace(/\s/g, '') : text);
}
