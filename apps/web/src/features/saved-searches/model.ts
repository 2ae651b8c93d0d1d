import type { FollowMail } from '@minga/contract/collectives';
import type { Filters } from './api.ts';

/** Whether a search has a filter that can be saved: those about time hold for now and not for what is new. */
export const isSavable = ({
  q,
  place,
  categoria,
  etiqueta,
  colectivo,
  cupos,
  accesible,
  cerca,
}: Filters): boolean => [q, place, categoria, etiqueta, colectivo, cupos, accesible, cerca].some(Boolean);

export const hasDays = ({ date, desde, hasta }: Filters): boolean => [date, desde, hasta].some(Boolean);

/** The filters of the catalogue's address: never a point. */
export const withoutPoint = ({ cerca: _cerca, radio: _radio, ...filters }: Filters): Filters => filters;

/** How often e-mails of what is new are sent: as a choice, and at the end of a sentence. */
export const mailNames: Record<FollowMail, { label: string; sentence: string }> = {
  inmediato: { label: 'Correo al instante', sentence: 'con un correo al instante' },
  diario: { label: 'Resumen diario', sentence: 'con un resumen diario por correo' },
  nunca: { label: 'Sin correos', sentence: 'sin correos' },
};
