export const reportReasons = ['spam', 'fraude', 'odio', 'peligro', 'datos', 'otro'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** The Spanish names of the reasons, in the order of the choice. The e-mails use them too. */
export const reportReasonNames: Record<ReportReason, string> = {
  spam: 'Publicidad o contenido repetido',
  fraude: 'Engaño o fraude',
  odio: 'Odio, acoso o discriminación',
  peligro: 'Peligro para las personas',
  datos: 'Datos personales a la vista',
  otro: 'Otro motivo',
};
