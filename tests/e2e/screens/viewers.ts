import { superadmin } from '../superadmin.ts';

export interface Member {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

const PASSWORD = 'maíz-y-café';

const member = (username: string, address: string): Member => ({
  username,
  email: `${address}@example.org`,
  password: PASSWORD,
});

/** The accounts with which the screens are viewed. These people do not exist. */
export const accountHolders = {
  /** Organises many activities and receives many notifications. */
  owner: member('Ana María Chocué', 'ana.chocue'),
  /** Attends activities of others and has a pending change of e-mail. */
  user: member('Yesenia Tunubalá', 'yesenia.tunubala'),
  /** Has neither published nor attended anything. */
  newcomer: member('Luz Dary Guampe', 'luz.guampe'),
  admin: member('Yesid Muelas', 'yesid.muelas'),
  superadmin: { username: 'Superadministración', ...superadmin },
} satisfies Record<string, Member>;

/** A visitor has no account. Neither has the guest, who has confirmed an attendance in this browser. */
export type Viewer = keyof typeof accountHolders | 'visitor' | 'guest';

/** Organisers of the other activities. The second has a name of the maximum length. */
export const otherOrganisers = {
  luis: member('Luis Alfredo Muñoz', 'luis.munoz'),
  guadalupe: member('María del Carmen Guadalupe Velasco de Solarte y Mosquera Paz', 'guadalupe.velasco'),
};

/** Fill the list of accounts beyond one page. */
export const otherMembers: readonly Member[] = [
  member('Jhon Jairo Campo', 'jhon.campo'),
  member('Íngrid Quilindo', 'ingrid.quilindo'),
  member('Hernán Darío Bravo', 'hernan.bravo'),
  member('Sofía Benavides', 'sofia.benavides'),
  member('Édgar Hoyos', 'edgar.hoyos'),
  member('Gloria Inés Majín', 'gloria.majin'),
];

export const formerAdmin = member('Nubia Yalanda', 'nubia.yalanda');
export const guest = { name: 'Marleny Ñáñez', email: 'marleny@example.org' };

/** Attendees without an account. */
export const visitorNames = [
  'Rosa Elvira Yalanda',
  'Wilmer Guetio',
  'Inés Campo',
  'Efraín Tombé',
  'Paola Andrea Velasco',
  'Óscar Iván Zemanate',
  'Natalia Collazos',
  'María Fernanda Guadalupe Astudillo Rengifo de Ordóñez',
  'Kevin Stiven',
  'Claudia Patricia Mosquera',
  'Fabio Nelson Cuchillo',
  'Daniela Pechené',
] as const;
