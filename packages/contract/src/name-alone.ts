/**
 * Whether an attendee left neither e-mail nor phone. Such an attendee cannot be contacted, and one person could take every place under
 * invented names.
 */
export const isNameAlone = ({ email, phone }: { email?: string | null; phone?: string | null }): boolean =>
  !email && !phone;

/** The maximum number of people that such an attendee can bring. Organisers can add and edit larger parties. */
export const NAME_ALONE_COMPANIONS_MAX = 3;

export const NAME_ALONE_COMPANIONS_MESSAGE = `Sin correo ni teléfono puedes llevar como máximo ${NAME_ALONE_COMPANIONS_MAX} acompañantes`;
