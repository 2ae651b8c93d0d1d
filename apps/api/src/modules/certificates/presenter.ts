import type { Certificate } from '@minga/contract/certificates';
import type { CertificateRow } from './repository.ts';

/** A certificate as it was printed; of a revoked one only that it was revoked or withdrawn. */
export function presentCertificate({ number, issuedAt, revokedAt, printed }: CertificateRow): Certificate {
  const base = { number, issuedAt: issuedAt.toISOString(), revokedAt: revokedAt?.toISOString() ?? null };
  if (revokedAt !== null || printed === null)
    return {
      ...base,
      ...{ name: null, hours: null, period: null, activities: [] },
      ...(printed === null && { isWithdrawn: true as const }),
    };
  const { name, hours, period, activities } = printed;
  return {
    ...base,
    ...{ name, hours, period },
    activities: activities.map(({ attendanceId: _attendance, ...activity }) => activity),
  };
}
