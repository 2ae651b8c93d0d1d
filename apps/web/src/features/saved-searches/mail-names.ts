import type { FollowMail } from '@minga/contract/collectives';

/** How often e-mails of what is new are sent: as a choice, and at the end of a sentence. */
export const mailNames: Record<FollowMail, { label: string; sentence: string }> = {
  inmediato: { label: 'Un correo al instante', sentence: 'con un correo al instante' },
  diario: { label: 'Un resumen diario', sentence: 'con un resumen diario por correo' },
  nunca: { label: 'Sin correos', sentence: 'sin correos' },
};
