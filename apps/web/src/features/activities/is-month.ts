/** Whether it is a month from 2000 to 2199, such as '2026-12'. In a file of its own: every screen loads it (budget.ts). */
export const isMonth = (text: string): boolean => /^2[01]\d\d-(0[1-9]|1[0-2])$/.test(text);
