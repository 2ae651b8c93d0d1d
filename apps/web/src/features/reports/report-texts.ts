import { type ReportReason, reportReasons } from '@minga/contract/report-reasons';
import type { ReportTargetType } from '@minga/contract/reports';

/** In the words of people who report. */
const reasonWords: Readonly<Record<ReportReason, string>> = {
  spam: 'Es publicidad o se repite',
  fraude: 'Parece un engaño o pide plata',
  odio: 'Maltrata o discrimina',
  peligro: 'Pone a alguien en peligro',
  datos: 'Muestra datos de alguien sin permiso',
  otro: 'Otra cosa',
};

export const reasonOptions = reportReasons.map(value => ({ value, label: reasonWords[value] }));

export const dialogTitles: Readonly<Record<ReportTargetType, string>> = {
  activity: 'Reportar esta actividad',
  collective: 'Reportar este colectivo',
  memory: 'Reportar lo que publicaron',
};
