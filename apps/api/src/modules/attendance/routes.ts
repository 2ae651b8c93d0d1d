import { checkAttendance, confirmAttendance } from '@minga/contract/attendance';
import type { FastifyInstance } from 'fastify';
import type { Cookie } from '../../platform/http/cookies.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { newToken } from '../../platform/tokens.ts';
import { presentAttendance } from './presenter.ts';
import * as attendance from './service.ts';

const PROOF_SECONDS = 365 * 24 * 60 * 60;

/** `proofCookie` is a browser's own token: it proves which of a visitor's attendances were confirmed from there. */
export function attendanceRoutes(app: FastifyInstance, platform: Platform, proofCookie: Cookie): void {
  route(app, confirmAttendance, async ({ body, session, request, reply }) => {
    const proof = proofCookie.read(request) ?? newToken();
    const row = await attendance.confirmAttendance(platform, body, { session, proof, origin: request.ip });
    if (row.proofHash !== null) proofCookie.set(reply, proof, PROOF_SECONDS);
    return presentAttendance(row);
  });

  route(app, checkAttendance, async ({ params, query, session, request }) => ({
    isAttending: await attendance.isAttending(
      platform,
      params.taskId,
      query.email,
      session,
      proofCookie.read(request),
    ),
  }));
}
