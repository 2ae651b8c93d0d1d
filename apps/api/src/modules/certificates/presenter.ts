import type { Certificate } from '@minga/contract/certificates';
import type { CertificateRow } from './repository.ts';

/** Presents a certificate with its printed content, or a revoked or withdrawn one without it. */
export function presentCertificate({ number, issuedAt, revokedAt, printed }: CertificateRow): Certificate {
  const base = { number, issuedAt: issuedAt.toISOString(), revokedAt: revokedAt?.toISOString() ?? null };
  if (revokedAt !== null || printed === null)
    return {
      ...base,
      name: null,
      hours: null,
      period: null,
      activities: [],
      ...(printed === null && { isWithdrawn: true as const }),
    };
  const { name, hours, period, activities } = printed;
  return {
    ...base,
    name,
    hours,
    period,
    activities: activities.map(({ attendanceId: _attendance, ...activity }) => activity),
  };
}
