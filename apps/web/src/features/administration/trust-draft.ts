import { type TrustSettings, trustSettings } from '@minga/contract/administration/trust';
import * as z from 'zod/mini';

const trustLists = ['heldWords', 'heldDomains', 'refusedMailDomains'] as const;

const linesOf = (typed: string): string[] =>
  typed
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');

/** 'https://www.ejemplo.com/camino' and '@ejemplo.com' are pasted for 'ejemplo.com'. */
const domainOf = (line: string): string =>
  line.replace(/^(https?:\/\/)?(www\.)?@?/i, '').replace(/\/.*$/, '');

const domainsOf = (typed: string): string[] => linesOf(typed).map(domainOf);

const { shape } = trustSettings;

/** The lists as the form has them: one entry a line. */
export const trustDraft = z.object({
  heldWords: z.pipe(z.transform(linesOf), shape.heldWords),
  heldDomains: z.pipe(z.transform(domainsOf), shape.heldDomains),
  refusedMailDomains: z.pipe(z.transform(domainsOf), shape.refusedMailDomains),
  holdFirst: z.pipe(
    z.transform((typed: string) => Number(typed)),
    shape.holdFirst,
  ),
});
export type TrustDraft = z.input<typeof trustDraft>;

export const toTrustDraft = (settings: TrustSettings): TrustDraft => ({
  heldWords: settings.heldWords.join('\n'),
  heldDomains: settings.heldDomains.join('\n'),
  refusedMailDomains: settings.refusedMailDomains.join('\n'),
  holdFirst: String(settings.holdFirst),
});

const nouns = {
  heldWords: ['palabra', 'palabras'],
  heldDomains: ['página', 'páginas'],
  refusedMailDomains: ['correo', 'correos'],
} as const;

/** The changes that saving makes: '2 palabras más, 1 página menos'; empty: nothing. */
export function changesText(before: TrustSettings, after: TrustSettings): string {
  const parts = trustLists.flatMap(name => {
    const count = (entries: readonly string[], others: readonly string[]) =>
      entries.filter(entry => !others.includes(entry)).length;
    const counted = (number: number, word: string) =>
      number === 0 ? [] : [`${number} ${nouns[name][number === 1 ? 0 : 1]} ${word}`];
    return [
      ...counted(count(after[name], before[name]), 'más'),
      ...counted(count(before[name], after[name]), 'menos'),
    ];
  });
  if (after.holdFirst !== before.holdFirst) parts.push('las primeras publicaciones');
  return parts.join(', ');
}
