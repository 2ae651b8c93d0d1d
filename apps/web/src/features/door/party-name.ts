/** 'Ana + 2': a person and how many more it brings. */
export const partyName = ({ name, companions }: { name: string; companions: number }): string =>
  companions === 0 ? name : `${name} + ${companions}`;
