import type { ReportCase } from '@minga/contract/administration/reports';
import type { ReportReason } from '@minga/contract/report-reasons';
import { counted, digits } from '../../lib/digits.ts';

/** Short, for a chip with a number. */
export const reasonNames: Readonly<Record<ReportReason, string>> = {
  spam: 'Publicidad o repetida',
  fraude: 'Engaño o plata',
  odio: 'Maltrato',
  peligro: 'Peligro',
  datos: 'Datos sin permiso',
  otro: 'Otra cosa',
};

export const targetNames: Readonly<Record<ReportCase['target']['type'], string>> = {
  activity: 'Actividad',
  collective: 'Colectivo',
  memory: 'Lo que hicieron',
};

const targetStates: Readonly<Partial<Record<ReportCase['target']['status'], string>>> = {
  pending: 'Sin revisar',
  held: 'En revisión',
  rejected: 'Oculta ahora',
  inactive: 'Oculto ahora',
  hidden: 'Oculta ahora',
  deleted: 'Ya no existe',
};

/** A label for a target that is not plainly visible, undefined for the others. Its case is its review: a decided one is reviewed. */
export const targetState = ({ target, status }: Pick<ReportCase, 'target' | 'status'>): string | undefined =>
  status === 'closed' && target.status === 'pending' ? undefined : targetStates[target.status];

/** '3 reportes' */
export const reportsText = (count: number): string =>
  count === 0 ? 'Sin reportes' : counted(count, 'reporte', 'reportes');

export const activitiesText = (count: number): string =>
  counted(count, 'actividad publicada', 'actividades publicadas');

/** The outcomes of earlier cases, also if none was decided against the author. */
export function recordText(casesAgainst: number, casesDismissed: number): string {
  if (casesAgainst === 0 && casesDismissed === 0) return 'Nunca antes tuvo un reporte';
  const against =
    casesAgainst === 0
      ? 'Nunca le ocultaron nada'
      : `${casesAgainst === 1 ? 'Una vez' : `${digits(casesAgainst)} veces`} se le ocultó algo`;
  return casesDismissed === 0
    ? against
    : `${against}; ${casesDismissed === 1 ? 'un reporte descartado' : `${digits(casesDismissed)} reportes descartados`}`;
}
