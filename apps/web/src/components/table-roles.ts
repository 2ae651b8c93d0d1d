/** A table that CSS lays out as a grid is no table to some screen readers, unless its parts say what they are. */
export const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;
