import type { Settings } from '../../settings.ts';

/** What Minga's legal texts say of a site. */
export type SiteFacts = Pick<Settings, 'contactEmail' | 'contactPhone' | 'visitorDataDays'> & {
  readonly publicUrl: string;
};

/** When Minga's texts came into force; to be changed with them. */
export const IN_FORCE = 'el 25 de noviembre de 2026';

/** How to reach the operator, to end a sentence; a site without contact says so. */
export function contactOf({ contactEmail, contactPhone }: SiteFacts): string {
  const ways = [
    contactEmail && `al correo [${contactEmail}](mailto:${contactEmail})`,
    contactPhone && `al teléfono ${contactPhone}`,
  ].filter(Boolean);
  return ways.length > 0
    ? ways.join(' o ')
    : 'a quien administra este sitio (todavía no ha publicado un correo ni un teléfono: pídeselo a quien organiza la actividad)';
}

export const daysText = (days: number): string => (days === 1 ? '1 día' : `${days} días`);
