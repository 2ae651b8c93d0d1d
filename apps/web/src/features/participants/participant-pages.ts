import type { Attendance } from '@minga/contract/attendance';
import type { InfiniteData } from '@tanstack/react-query';
import { nextOffset, type Page } from '../../lib/pages.ts';

/** The pages of an activity's participants. */
export type ParticipantPages = InfiniteData<Page<Attendance>, unknown>;

/** Without this participant, and one fewer in all. */
export function withoutParticipant(data: ParticipantPages, id: string): ParticipantPages {
  if (!has(data, id)) return data;
  return changed(data, rows => rows.filter(({ _id }) => _id !== id), -1);
}

/** With this participant at its place; beyond what has been fetched it only counts. */
export function withParticipant(data: ParticipantPages, participant: Attendance): ParticipantPages {
  if (has(data, participant._id)) return data;
  const isWhole = nextOffset(data.pages.at(-1) ?? NONE, data.pages) === undefined;
  const pageIndex = data.pages.findIndex(({ rows }) => rows.some(row => isBefore(participant, row)));
  const target = pageIndex >= 0 || !isWhole ? pageIndex : data.pages.length - 1;
  return changed(data, (rows, index) => (index === target ? inOrder(rows, participant) : rows), 1);
}

/** With these at the end, and `total` in all. */
export function withParticipants(
  data: ParticipantPages,
  added: readonly Attendance[],
  total: number,
): ParticipantPages {
  const last = data.pages.length - 1;
  const pages = data.pages.map(({ rows }, index) => ({
    rows: index === last ? [...rows, ...added] : rows,
    total,
  }));
  return { ...data, pages };
}

/** With the participant of the same id as it is now. */
export const withChanged = (data: ParticipantPages, participant: Attendance): ParticipantPages =>
  changed(data, rows => rows.map(row => (row._id === participant._id ? participant : row)), 0);

const NONE: Page<Attendance> = { rows: [], total: 0 };

const has = ({ pages }: ParticipantPages, id: string) =>
  pages.some(({ rows }) => rows.some(({ _id }) => _id === id));

function changed(
  data: ParticipantPages,
  change: (rows: Attendance[], index: number) => Attendance[],
  difference: number,
): ParticipantPages {
  const pages = data.pages.map(({ rows, total }, index) => ({
    rows: change(rows, index),
    total: total + difference,
  }));
  return { ...data, pages };
}

/** The server's order: who confirmed first, and in one moment the lower id. */
const isBefore = (one: Attendance, other: Attendance) =>
  one.createdAt === other.createdAt ? one._id < other._id : one.createdAt < other.createdAt;

function inOrder(rows: Attendance[], participant: Attendance): Attendance[] {
  const place = rows.findIndex(row => isBefore(participant, row));
  return place < 0 ? [...rows, participant] : rows.toSpliced(place, 0, participant);
}
