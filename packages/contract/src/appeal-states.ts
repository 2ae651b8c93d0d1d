/** Whether the organisers of a hidden activity may appeal the decision ('possible') or have done so ('sent'). */
export const appealStates = ['possible', 'sent'] as const;
export type AppealState = (typeof appealStates)[number];
