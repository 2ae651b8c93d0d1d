import type { FollowMail } from '@minga/contract/collectives';

/** How often e-mails of what is new are sent: as a choice, and at the end of a sentence. */
export const mailNames: Record<FollowMail, { label: string; sentence: string }> = {
  inmediato: { label: 'Correo al instante', sentence: 'con un correo al instante' },
  diario: { label: 'Resumen diario', sentence: 'con un resumen diario por correo' },
  nunca: { label: 'Sin correos', sentence: 'sin correos' },
};
