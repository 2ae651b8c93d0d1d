import type { IncomingHttpHeaders } from 'node:http';

/** How the bytes of a reply go over the line. */
export type ContentEncoding = 'identity' | 'gzip' | 'br';

/** Who says no preference (`*`) may be an old proxy, which knows gzip at least. */
const GZIP_NAMES = new Set(['gzip', 'x-gzip', '*']);

/** The best that `Accept-Encoding` allows, as @fastify/compress chooses for all other replies. */
export function negotiateEncoding({ 'accept-encoding': accepted }: IncomingHttpHeaders): ContentEncoding {
  if (accepted === undefined) return 'identity';
  const weight = { gzip: 0, br: 0 };
  for (const offer of String(accepted).toLowerCase().split(',')) {
    const [given = '', parameter] = offer.split(';');
    const name = given.trim();
    const coding = GZIP_NAMES.has(name) ? 'gzip' : name;
    if (coding === 'gzip' || coding === 'br') weight[coding] = weightOf(parameter);
  }
  if (weight.br > 0 && weight.br >= weight.gzip) return 'br';
  return weight.gzip > 0 ? 'gzip' : 'identity';
}

/** 'q=0.5'; without it, all. */
const weightOf = (parameter: string | undefined): number =>
  parameter === undefined ? 1 : Number(parameter.trim().replace(/^q=/, '')) || 0;
