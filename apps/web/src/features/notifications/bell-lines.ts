import { type Entries, type Entry, isDuplicate, withoutDuplicates } from './bell.ts';

/** A row of the panel: one notification, or all of one kind about an activity. */
export interface Line extends Entry {
  /** Of its notifications and their duplicates, which are read and removed together. */
  readonly ids: readonly string[];
}

/** The rows of the bell's entries, newest first. A row is as old as its newest entry, and unread while one of them is. */
export function bellLines(all: Entries): Line[] {
  const groups = new Map<string, [Entry, ...Entry[]]>();
  for (const entry of withoutDuplicates(all)) {
    const key = entry.taskId === null ? entry.id : `${entry.type} ${entry.taskId}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()].map(group => ({
    ...(group.length === 1 ? group[0] : { ...group[0], ...summaryOf(group) }),
    ids: idsOf(all, group),
  }));
}

const idsOf = (all: Entries, group: Entries): string[] =>
  all
    .filter(entry => group.some(first => first.id === entry.id || isDuplicate(first, entry)))
    .map(({ id }) => id);

/** The title of an activity in a text of the API. It may contain quotation marks itself. */
const TITLE = /«(.+?»*)»(?!»)/;
/** 'Rosa Muelas asistirá a «Siembra».', 'Rosa Muelas y 2 personas más ya no asistirán a «Siembra».' */
const PEOPLE = /^(.+?)(?: y (\d+) personas? más)? (?:ya no )?asistirán? a «/;

const TITLES: Readonly<Record<string, (count: number, of: string) => string>> = {
  attendance: (count, of) => `${count} personas nuevas en ${of}`,
  cancellation: (count, of) => `${count} personas ya no van a ${of}`,
  change: (count, of) => `${count} cambios de ${of}`,
  message: (count, of) => `${count} mensajes de ${of}`,
};
const otherTitle = (count: number, of: string) => `${count} avisos de ${of}`;

function summaryOf(group: readonly [Entry, ...Entry[]]): Pick<Entry, 'title' | 'message' | 'read'> {
  const [{ type, message }] = group;
  const activity = TITLE.exec(message)?.[1];
  const of = activity === undefined ? 'una actividad' : `«${activity}»`;
  const isOfPeople = type === 'attendance' || type === 'cancellation';
  const people = group.map(peopleIn);
  const count = people.reduce((sum, { total }) => sum + total, 0);
  const names = people.flatMap(({ name }) => name ?? []);
  return {
    title: (TITLES[type] ?? otherTitle)(isOfPeople ? count : group.length, of),
    message: isOfPeople && names.length > 0 ? namesText(names, count) : contentOf(group),
    read: group.every(({ read }) => read),
  };
}

/** The name in a notification of an attendance, and the number of people with the companions. */
function peopleIn({ message }: Entry): { name: string | undefined; total: number } {
  const [, name, companions = '0'] = PEOPLE.exec(message) ?? [];
  return { name, total: 1 + Number(companions) };
}

const NAMES_MAX = 2;

/** 'Rosa y Luis', 'Rosa, Luis y 12 más'. */
function namesText(names: readonly string[], count: number): string {
  const shown = names.slice(0, NAMES_MAX);
  const others = count - shown.length;
  return others === 0 ? shown.join(' y ') : `${shown.join(', ')} y ${others} más`;
}

const TITLES_MAX = 3;

/** The titles of the notifications, such as the subjects of messages; the newest text if all have the same title. */
function contentOf(group: readonly [Entry, ...Entry[]]): string {
  const titles = [...new Set(group.map(({ title }) => title))];
  if (titles.length === 1) return group[0].message;
  return titles.length > TITLES_MAX ? `${titles.slice(0, TITLES_MAX).join(' · ')}…` : titles.join(' · ');
}
