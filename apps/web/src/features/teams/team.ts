/** Those who organise together: the members of a collective, or those who organise an activity besides its author. */
export type Team =
  | { readonly kind: 'collective'; readonly slug: string }
  | { readonly kind: 'activity'; readonly id: string };

export type TeamKind = Team['kind'];

/** Prefix of the queries of all teams. */
export const teamsKey = ['teams'] as const;

export const teamKey = (team: Team) => [
  ...teamsKey,
  team.kind,
  team.kind === 'collective' ? team.slug : team.id,
];
