/** The capital that stands for a person; '?' for an empty name. */
export const initialOf = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase('es-CO') ?? '?';
