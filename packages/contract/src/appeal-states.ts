/** Of a hidden activity: its organisers may appeal the decision, or have. */
export const appealStates = ['possible', 'sent'] as const;
export type AppealState = (typeof appealStates)[number];
