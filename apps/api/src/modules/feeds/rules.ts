import { accessibilityNames } from '@minga/contract/accessibility';
import { categoryNames } from '@minga/contract/category-names';
import { RADIUS_DEFAULT_KM } from '@minga/contract/search-values';
import { SITE_NAME } from '@minga/contract/site-words';
import type { Search } from './feed-paths.ts';

const dayFormat = new Intl.DateTimeFormat('es-CO', { dateStyle: 'long', timeZone: 'UTC' });
/** Formats a date as '5 de diciembre de 2026'. */
const longDay = (day: string) => dayFormat.format(new Date(day));

/** The title of a feed in plain text, for example 'Minga: Ambiente, «limpieza» en Popayán, con cupos'. */
export const feedTitle = (search: Search, collectiveName?: string): string =>
  `${SITE_NAME}: ${searchTitle(search, collectiveName)}`;

/** Describes a search in words, or 'actividades' if it has no filter. `collectiveName` is the name of `search.colectivo`. */
export function searchTitle(search: Search, collectiveName?: string): string {
  const { q = '', place = '', categoria, etiqueta = '' } = search;
  const subjects = [
    categoria && categoryNames[categoria],
    q !== '' && `«${q}»`,
    etiqueta !== '' && `#${etiqueta}`,
  ].filter(text => typeof text === 'string');
  const subject = subjects.length === 0 ? 'actividades' : subjects.join(', ');
  const organiser = collectiveName === undefined ? '' : ` de ${collectiveName}`;
  const where = place === '' ? '' : ` en ${place}`;
  return [`${subject}${organiser}${where}`, ...limitsOf(search)].join(', ');
}

function limitsOf({
  estado,
  desde,
  hasta,
  cupos,
  accesible = [],
  cerca,
  radio = RADIUS_DEFAULT_KM,
}: Search): string[] {
  const limits: string[] = [];
  if (cerca !== undefined) limits.push(`a ${radio} km a la redonda`);
  if (desde !== undefined && desde === hasta) limits.push(`el ${longDay(desde)}`);
  else {
    if (desde !== undefined) limits.push(`desde el ${longDay(desde)}`);
    if (hasta !== undefined) limits.push(`hasta el ${longDay(hasta)}`);
  }
  if (cupos !== undefined) limits.push('con cupos');
  limits.push(...accesible.map(name => accessibilityNames[name].toLowerCase()));
  if (estado !== undefined) limits.push('promocionadas');
  return limits;
}
