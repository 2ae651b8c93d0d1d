import type { Goal } from '@minga/contract/goals';
import type { Need } from '@minga/contract/needs';
import type { Question } from '@minga/contract/questions';

/** The organisers' texts of an activity. */
export interface Publication {
  readonly title: string;
  readonly description: string;
  readonly place: string;
  readonly directions?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly responsible: readonly string[];
  readonly questions?: readonly Pick<Question, 'label' | 'options'>[] | undefined;
  readonly goals?: readonly Pick<Goal, 'label' | 'unit'>[] | undefined;
  readonly needs?: readonly Pick<Need, 'name' | 'note'>[] | undefined;
  readonly memory?: string | undefined;
}

/** All texts that readers of an activity see. */
export const textsOf = (written: Publication): string[] => [
  ...[written.title, written.description, written.place, written.directions ?? '', written.memory ?? ''],
  ...written.responsible,
  ...(written.tags ?? []),
  ...(written.questions ?? []).flatMap(({ label, options }) => [label, ...options]),
  ...(written.goals ?? []).flatMap(({ label, unit }) => [label, unit]),
  ...(written.needs ?? []).flatMap(({ name, note }) => [name, note]),
];
