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

/** Those through whose eyes the screens are seen. No such people exist. */
export const cast = {
  /** Organises much, and is told much. */
  owner: member('Ana María Chocué', 'ana.chocue'),
  /** Attends what others organise; is about to change her e-mail. */
  user: member('Yesenia Tunubalá', 'yesenia.tunubala'),
  /** Has done nothing yet. */
  newcomer: member('Luz Dary Guampe', 'luz.guampe'),
  admin: member('Yesid Muelas', 'yesid.muelas'),
  superadmin: { username: 'Superadministración', ...superadmin },
} satisfies Record<string, Member>;

/** A visitor looks without an account; the guest, too, but has confirmed something in this browser. */
export type Who = keyof typeof cast | 'visitor' | 'guest';

/** Organise what others find. The second has the longest name that somebody can have. */
export const neighbours = {
  luis: member('Luis Alfredo Muñoz', 'luis.munoz'),
  guadalupe: member('María del Carmen Guadalupe Velasco de Solarte y Mosquera Paz', 'guadalupe.velasco'),
};

/** Fill the list of accounts to more than a page. */
export const others: readonly Member[] = [
  member('Jhon Jairo Campo', 'jhon.campo'),
  member('Íngrid Quilindo', 'ingrid.quilindo'),
  member('Hernán Darío Bravo', 'hernan.bravo'),
  member('Sofía Benavides', 'sofia.benavides'),
  member('Édgar Hoyos', 'edgar.hoyos'),
  member('Gloria Inés Majín', 'gloria.majin'),
];

export const formerAdmin = member('Nubia Yalanda', 'nubia.yalanda');
export const guest = { name: 'Marleny Ñáñez', email: 'marleny@example.org' };

/** Those who confirm without an account. */
export const visitors = [
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
