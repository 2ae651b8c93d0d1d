import { newSavedSearch } from '@minga/contract/saved-searches';
import { v7 } from 'uuid';
import type { users } from '../modules/accounts/schema.ts';
import { slugOf } from '../modules/collectives/rules.ts';
import { collectiveFollowers, collectiveSlugs, collectives } from '../modules/collectives/schema.ts';
import { addSavedSearch } from '../modules/saved-searches/service.ts';
import { teamMembers, teams } from '../modules/teams/schema.ts';
import type { Platform } from '../platform/platform.ts';

/** Fictional people; the first ones organise activities. */
export const people = [
  'Ana María Chocué',
  'Luis Alfredo Muñoz',
  'Rosa Elvira Yalanda',
  'Carlos Andrés Paz',
  'Yesenia Tunubalá',
  'Jhon Jairo Campo',
  'Marta Lucía Ordóñez',
  'Diego Fernando Solarte',
  'Paola Andrea Velasco',
  'Álvaro Piamba',
  'Luz Dary Guampe',
  'Sebastián Rengifo',
  'Íngrid Quilindo',
  'Hernán Darío Bravo',
  'Natalia Collazos',
  'Wilson Hurtado',
  'Claudia Patricia Mosquera',
  'Óscar Iván Zemanate',
  'Daniela Pechené',
  'Fabio Nelson Cuchillo',
  'Valentina Caicedo',
  'Édgar Hoyos',
  'Gloria Inés Majin',
  'Kevin Stiven Astudillo',
  'Mariela Ñáñez',
  'Raúl Trochez',
  'Sofía Benavides',
  'Germán Uribe Sánchez',
  'Lina Marcela Tombé',
  'Nelson Enrique Agredo',
] as const;

/** Derives an address from a name: 'Ana María Chocué' → 'ana.maria.chocue@example.org'. */
export const emailOf = (name: string): string =>
  `${name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '.')}@example.org`;

type Account = typeof users.$inferSelect;

const DAY = 24 * 60 * 60 * 1000;

/** The fictional collectives. The first organisers of the demo own one each. */
const invented = [
  {
    name: 'Guardianas del río Molino',
    place: 'Popayán',
    description:
      'Vecinas y vecinos del centro que cuidamos el río Molino desde 2019: limpiamos la orilla, sembramos nativas y contamos lo que vive en el agua.',
    website: 'https://riomolino.example',
    isVerified: true,
  },
  {
    name: 'Junta de Acción Comunal La Esmeralda',
    place: 'La Esmeralda',
    description:
      'La junta del barrio: mingas, ollas comunitarias y arreglos del parque. Cualquiera puede venir.',
    whatsapp: '+573001112233',
    isVerified: true,
  },
  {
    name: 'Tejedoras de palabra',
    place: 'Bello Horizonte',
    description: 'Círculo de lectura y tejido para todas las edades.',
    isVerified: false,
  },
  {
    name: 'Colegio Los Samanes',
    place: 'Timbío',
    description: 'Estudiantes y familias que ayudan los sábados.',
    website: 'https://lossamanes.example',
    isVerified: false,
  },
] as const;

/** Creates the collectives with their members and followers. Returns the id of each collective by the id of its owner. */
export async function addCollectives(
  { db }: Platform,
  accounts: readonly Account[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const createdAt = new Date(now.getTime() - 50 * DAY);
  const rows = invented.map(fields => ({
    id: v7(),
    slug: slugOf(fields.name),
    createdAt,
    updatedAt: createdAt,
    ...fields,
  }));
  const accountAt = (index: number): Account => {
    const account = accounts[index % accounts.length];
    if (account === undefined) throw new Error('the demo has no people');
    return account;
  };
  await db.transaction(async tx => {
    await tx.insert(teams).values(rows.map(({ id }) => ({ id, kind: 'collective' as const })));
    await tx.insert(collectiveSlugs).values(rows.map(({ slug }) => ({ slug })));
    await tx.insert(collectives).values(rows);
    await tx.insert(teamMembers).values(
      rows.flatMap(({ id: teamId }, index) =>
        (['owner', 'organizer', 'door'] as const).map((role, offset) => ({
          teamId,
          role,
          joinedAt: createdAt,
          userId: accountAt(index + offset * rows.length).id,
        })),
      ),
    );
    await tx
      .insert(collectiveFollowers)
      .values(
        rows.flatMap(({ id: collectiveId }, index) =>
          accounts
            .filter((_account, number) => (number * 7 + index) % 3 === 0)
            .map(({ id: userId }) => ({ collectiveId, userId, mail: 'diario' as const, createdAt })),
        ),
      );
  });
  return new Map(rows.map(({ id }, index) => [accountAt(index).id, id]));
}

/** The saved searches of the demo account. */
const inventedSearch = [
  { filters: { q: 'río', categoria: 'ambiente' }, mail: 'diario' },
  { filters: { categoria: 'cultura', cerca: '2.44,-76.61', radio: '10' }, mail: 'nunca' },
] as const;

export async function addSavedSearches(platform: Platform, person: typeof users.$inferSelect): Promise<void> {
  for (const search of inventedSearch) await addSavedSearch(platform, person, newSavedSearch.parse(search));
}
