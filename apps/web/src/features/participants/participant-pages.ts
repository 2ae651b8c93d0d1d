import type { Attendance } from '@minga/contract/attendance';
import type { InfiniteData } from '@tanstack/react-query';
import { nextOffset, type Page } from '../../lib/pages.ts';

export type ParticipantPages = InfiniteData<Page<Attendance>, unknown>;

/** Removes the participant and decrements the total. */
export function withoutParticipant(data: ParticipantPages, id: string): ParticipantPages {
  if (!contains(data, id)) return data;
  return mapPages(data, rows => rows.filter(({ _id }) => _id !== id), -1);
}

/** Inserts the participant in order; beyond the loaded rows only the total is incremented. */
export function withParticipant(data: ParticipantPages, participant: Attendance): ParticipantPages {
  if (contains(data, participant._id)) return data;
  const isComplete = nextOffset(data.pages.at(-1) ?? EMPTY_PAGE, data.pages) === undefined;
  const pageIndex = data.pages.findIndex(({ rows }) => rows.some(row => isBefore(participant, row)));
  const target = pageIndex >= 0 || !isComplete ? pageIndex : data.pages.length - 1;
  return mapPages(data, (rows, index) => (index === target ? insertInOrder(rows, participant) : rows), 1);
}

/** Appends the participants and sets the total. */
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

/** Replaces the participant with the same id. */
export const withUpdated = (data: ParticipantPages, participant: Attendance): ParticipantPages =>
  mapPages(data, rows => rows.map(row => (row._id === participant._id ? participant : row)), 0);

const EMPTY_PAGE: Page<Attendance> = { rows: [], total: 0 };

const contains = ({ pages }: ParticipantPages, id: string) =>
  pages.some(({ rows }) => rows.some(({ _id }) => _id === id));

function mapPages(
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

/** The server's order: those with a place by confirmation time and id, then the offered, then the waiting by position. */
const isBefore = (one: Attendance, other: Attendance) => orderOf(one) < orderOf(other);

// The names of the statuses sort like that.
const orderOf = ({ status, position, createdAt, _id }: Attendance): string =>
  [status, String(position ?? 0).padStart(9, '0'), createdAt, _id].join(' ');

function insertInOrder(rows: Attendance[], participant: Attendance): Attendance[] {
  const index = rows.findIndex(row => isBefore(participant, row));
  return index < 0 ? [...rows, participant] : rows.toSpliced(index, 0, participant);
}
