import type { Collective } from '@minga/contract/collectives';
import { escapeMarkup } from '../../platform/escape-markup.ts';
import { IMPACT_PATH } from '../impact/public-paths.ts';
import type { Head } from './shell.ts';

/** The head of the impact of a collective, or with null of the site. `publicUrl` is an origin. */
export function impactHead(collective: Pick<Collective, 'slug' | 'name'> | null, publicUrl: string): Head {
  const query = collective === null ? '' : `?colectivo=${collective.slug}`;
  return {
    title: collective === null ? 'Impacto · Minga' : `Impacto de ${collective.name} · Minga`,
    description: `${collective === null ? 'Lo que han logrado las mingas de tu comunidad' : `Lo que ha logrado ${collective.name}`}: actividades hechas, personas que llegaron, horas de ayuda y metas.`,
    tags: [`<link rel="canonical" href="${escapeMarkup(`${publicUrl}${IMPACT_PATH}${query}`)}">`],
  };
}
