import { REPORTS_AN_HOUR } from '@minga/contract/reports';
import type { Limit } from '../../platform/limits/limits.ts';

export const reportsByOrigin: Limit = {
  name: 'report-origin',
  times: REPORTS_AN_HOUR,
  seconds: 3600,
  reason: 'Ya enviaste varios reportes, gracias.',
};
