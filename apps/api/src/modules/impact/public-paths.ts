/** The page of the impact. */
export const IMPACT_PATH = '/impacto';
