import type { Row } from './row.ts';

const COLUMNS: [head: string, cell: (row: Row) => string][] = [
  ['part', ({ part }) => part],
  ['size', ({ size }) => formatInteger(size)],
  ['call', ({ call }) => call],
  ['rate /s', ({ rate }) => formatFigure(rate)],
  ['p50 ms', ({ p50 }) => formatFigure(p50)],
  ['p99 ms', ({ p99 }) => formatFigure(p99)],
  ['baseline /s', ({ baselineRate }) => formatFigure(baselineRate)],
  ['statements /s', ({ statementRate }) => formatFigure(statementRate)],
  ['ratio', ({ ratio }) => ratio?.toPrecision(2) ?? ''],
  ['MB', ({ megabytes }) => formatInteger(megabytes)],
  ['aim', ({ aim }) => aim ?? ''],
  ['met', ({ met }) => met ?? ''],
];

/** Head of the Markdown table. */
export const tableHead = (): string =>
  `${line(COLUMNS.map(([head]) => head))}\n${line(COLUMNS.map(() => '---'))}`;

export const tableLine = (row: Row): string => line(COLUMNS.map(([, cell]) => cell(row)));

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const formatInteger = (value: number | null): string =>
  value?.toLocaleString('en', { maximumFractionDigits: 0 }) ?? '';

/** Three significant digits, but every digit of the integer part. */
const formatFigure = (value: number | null): string =>
  value?.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 }) ?? '';
