import type { VisitorData } from '@minga/contract/visitor-data';
import type { Platform } from '../../platform/platform.ts';
import { visitorAttendances } from '../attendance/visitor/service.ts';
import { presentCertificate } from '../certificates/presenter.ts';
import { certificatesOfVisitor } from '../certificates/service.ts';
import { feedbackOfVisitor } from '../feedback/service.ts';
import { presentAttended, presentDetached } from './presenter.ts';

/** All data that Minga stores about the person of a personal link. Rejects an invalid link, and that of an account. */
export async function collectVisitorData(
  platform: Platform,
  token: string,
  origin: string,
): Promise<VisitorData> {
  const { attendances, detached } = await visitorAttendances(platform, token, origin);
  const ids = [...attendances.map(({ attendance }) => attendance.id), ...detached.map(({ id }) => id)];
  const [certificates, feedback] = await Promise.all([
    certificatesOfVisitor(platform, ids),
    feedbackOfVisitor(platform, ids),
  ]);
  return {
    exportedAt: platform.clock().toISOString(),
    attendances: attendances.map(row => ({
      ...presentAttended(row, feedback),
      status: row.attendance.status,
    })),
    deletedAttendances: detached.map(presentDetached),
    certificates: certificates.map(presentCertificate),
  };
}
