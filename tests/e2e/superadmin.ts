/** The superadmin of every product that the tests start. */
export const superadmin = { email: 'superadmin@example.org', password: 'guambiano-y-nasa' };
