/** How attendees of an activity sign up (docs/rules.md R13.1): with an e-mail, or with an e-mail, a phone or the name alone. */
export const contacts = ['email', 'any'] as const;
export type Contact = (typeof contacts)[number];

export const INVALID_PHONE = 'Ingresa un teléfono válido';
/** The maximum length of a typed telephone number, which has at most 15 digits and may contain other characters. */
export const TYPED_PHONE_MAX = 40;
