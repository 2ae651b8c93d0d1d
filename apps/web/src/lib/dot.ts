/** Stands between two facts of a line. It stays with the fact before it, so that no line of a narrow screen begins with it. */
export const DOT = '\u00a0· ';
