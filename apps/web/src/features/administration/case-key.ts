import type { ReportCase } from '@minga/contract/administration/reports';

/** Identifies a case: a memory has the id of its activity. */
export const caseKey = ({ target: { type, id } }: Pick<ReportCase, 'target'>): string => `${type}-${id}`;
