import type { Settings } from '../../settings.ts';

/** The facts of a site that Minga's legal texts name. */
export type SiteFacts = Pick<Settings, 'contactEmail' | 'contactPhone' | 'visitorDataDays'> & {
  readonly publicUrl: string;
};

/** When Minga's texts came into force; to be changed with them. */
export const IN_FORCE = 'el 25 de noviembre de 2026';

/** «escribe al correo … o llama al teléfono …»; a site without contact says so. */
export function howToReach({ contactEmail, contactPhone }: SiteFacts): string {
  const ways = [
    contactEmail && `escribe al correo [${contactEmail}](mailto:${contactEmail})`,
    contactPhone && `llama al teléfono ${contactPhone}`,
  ].filter(Boolean);
  return ways.length > 0
    ? ways.join(' o ')
    : 'habla con quien administra este sitio (todavía no ha publicado un correo ni un teléfono: pídeselo a quien organiza la actividad)';
}

export const daysText = (days: number): string => (days === 1 ? '1 día' : `${days} días`);
