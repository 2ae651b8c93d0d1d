import { counted } from '../digits.ts';

const DEFAULT_DAYS = 180;

/** After how many days visitors' data is erased (VISITOR_DATA_DAYS), from the document's meta element, as '180 días'. */
export function visitorDataDays(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="minga:visitor-data-days"]');
  const days = Number(meta?.content ?? DEFAULT_DAYS);
  return counted(days, 'día', 'días');
}
