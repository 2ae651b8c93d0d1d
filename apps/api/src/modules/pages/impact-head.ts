import type { Collective } from '@minga/contract/collectives';
import { IMPACT_PATH } from '../impact/rules.ts';
import { type Head, listHead } from './shell.ts';

/** The head of the impact of a collective, or with null of the site. `publicUrl` is an origin. */
export function impactHead(collective: Pick<Collective, 'slug' | 'name'> | null, publicUrl: string): Head {
  const query = collective === null ? '' : `?colectivo=${collective.slug}`;
  const title = collective === null ? 'Impacto' : `Impacto de ${collective.name}`;
  const description = `${collective === null ? 'Lo que han logrado las mingas de tu comunidad' : `Lo que ha logrado ${collective.name}`}: actividades hechas, personas que llegaron, horas de ayuda y metas.`;
  return listHead({ title, description }, publicUrl, IMPACT_PATH + query);
}
