import {
  cancelAttendance,
  checkAttendance,
  checkAttendances,
  listOwnAttendances,
} from '@minga/contract/attendance';
import { checkIn, readArrival, readDoor, undoCheckIn } from '@minga/contract/check-ins';
import { confirmAttendance } from '@minga/contract/confirmation';
import { correctEmail } from '@minga/contract/correction';
import { confirmHours, listOwnHours } from '@minga/contract/hours';
import {
  admitParticipant,
  listParticipants,
  readTurnout,
  removeParticipant,
  removeParticipants,
  updateParticipant,
} from '@minga/contract/participants';
import { answerOffer, changeClaims, changeParty, reconfirmAttendance } from '@minga/contract/party';
import { importParticipants } from '@minga/contract/people-import';
import { PERSONAL_LINK_MESSAGE, readPersonalLink, requestPersonalLink } from '@minga/contract/personal-link';
import { readAddition, refuseAddition } from '@minga/contract/refusal';
import { readPlace, readPlaceCode, replacePlaceCode, selfCheckIn } from '@minga/contract/self-check-in';
import { confirmSeries } from '@minga/contract/series-confirmation';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Cookie, Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import * as confirming from './confirm/service.ts';
import * as correcting from './correct/service.ts';
import * as arriving from './door/arriving-service.ts';
import * as checkIns from './door/service.ts';
import { readArrival as findArrival } from './door/service.ts';
import * as hours from './hours/service.ts';
import * as imports from './imports/service.ts';
import * as links from './links/service.ts';
import * as own from './own/service.ts';
import * as participants from './participants/service.ts';
import { turnoutOf } from './participants/service.ts';
import * as parties from './places/party-service.ts';
import * as reconfirming from './places/reconfirmation-service.ts';
import * as cancelling from './places/service.ts';
import type { AttendanceSelector, Caller } from './policy.ts';
import {
  presentAnswered,
  presentAttendance,
  presentAttended,
  presentCodeHolder,
  presentDeleted,
  presentDoor,
  presentHelped,
  presentOwnAttendance,
  presentOwnState,
  presentParticipant,
  presentParty,
  presentPersonal,
  presentPlace,
  presentSelfArrival,
  presentWithdrawn,
} from './presenter.ts';
import { PROOF_SECONDS } from './rules.ts';

/** Creates a function that reads the caller of a request from its session and the visitor's cookie. */
export const createCallerReader =
  (proofCookie: Cookie) =>
  (session: Session | null, request: FastifyRequest): Caller => {
    // An API token grants the rights of its account only.
    const proof = session?.tokenScope === undefined ? proofCookie.read(request) : undefined;
    return { session, proofHash: proof === undefined ? null : hashToken(proof) };
  };

interface Selecting {
  readonly email?: string | undefined;
  readonly token?: string | undefined;
  readonly attendanceId?: string | undefined;
}

const selectorOf = ({ email, token, attendanceId }: Selecting): AttendanceSelector => ({
  email,
  attendanceId,
  tokenHash: token === undefined ? undefined : hashToken(token),
});

/**
 * The endpoints of attendees with and without an account. `proofCookie` holds the browser's token, which proves that a visitor's
 * attendance was confirmed in that browser.
 */
export function attendanceRoutes(app: FastifyInstance, platform: Platform, proofCookie: Cookie): void {
  const callerOf = createCallerReader(proofCookie);

  const confirm = confirming.createConfirmer(platform);
  route(app, confirmAttendance, async ({ body, session, request, reply }) => {
    const proof = proofCookie.read(request) ?? newToken();
    const confirmed = await confirm(body, { session, proof, origin: request.ip });
    const { personalUrl, isRepeated, isAdded, isMailed: mailed, ...view } = confirmed;
    if (view.row.proofHash !== null) proofCookie.set(reply, proof, PROOF_SECONDS);
    if (isRepeated) reply.status(200);
    const attendance = isAdded ? presentParticipant(view) : presentAttendance(view);
    return {
      ...attendance,
      ...(personalUrl !== null && { personalLink: personalUrl }),
      ...(mailed !== undefined && { mailed }),
    };
  });

  route(app, confirmSeries, async ({ params, body, session, request, reply }) => {
    const proof = proofCookie.read(request) ?? newToken();
    const confirmer = { session, proof, origin: request.ip };
    const result = await confirming.confirmSeries(platform, params.seriesId, body, confirmer);
    const { counts, isRepeated, isBound, personalUrl, isMailed: mailed } = result;
    if (isBound) proofCookie.set(reply, proof, PROOF_SECONDS);
    if (isRepeated) reply.status(200);
    return {
      ...counts,
      ...(personalUrl !== null && { personalLink: personalUrl }),
      ...(mailed !== undefined && { mailed }),
    };
  });

  route(app, correctEmail, async ({ params, body, session, request }) => {
    const corrector = { caller: callerOf(session, request), origin: request.ip };
    return presentAttendance(await correcting.correctEmail(platform, params.taskId, body, corrector));
  });

  route(app, cancelAttendance, async ({ params, body, session, request }) => {
    const caller = callerOf(session, request);
    const row = await cancelling.cancelAttendance(platform, params.taskId, selectorOf(body ?? {}), caller);
    return { deletedAttendance: presentDeleted(row) };
  });

  route(app, changeParty, async ({ params, body, session, request }) => {
    const party = { ...selectorOf(body), companions: body.companions };
    return presentParty(
      await parties.changeParty(platform, params.taskId, party, callerOf(session, request)),
    );
  });

  route(app, changeClaims, async ({ params, body, session, request }) => {
    const party = { ...selectorOf(body), claims: body.claims };
    return presentParty(
      await parties.changeClaims(platform, params.taskId, party, callerOf(session, request)),
    );
  });

  route(app, answerOffer, async ({ params, body, session, request }) => {
    const { accept, answers, claims } = body;
    const answer = { ...selectorOf(body), accept, answers, claims };
    return presentAnswered(
      await parties.answerOffer(platform, params.taskId, answer, callerOf(session, request)),
    );
  });

  route(app, reconfirmAttendance, async ({ params, body, session, request }) => {
    const answer = { ...selectorOf(body), coming: body.coming };
    return presentAnswered(
      await reconfirming.reconfirm(platform, params.taskId, answer, callerOf(session, request)),
    );
  });

  route(app, checkAttendance, async ({ params, query, session, request }) => {
    const caller = callerOf(session, request);
    return presentOwnState(await own.ownAttendance(platform, params.taskId, query, caller));
  });

  route(app, checkAttendances, async ({ query, session, request }) => {
    const caller = callerOf(session, request);
    return presentAttended(await own.attendedAmong(platform, query.taskIds, caller));
  });

  route(app, listOwnAttendances, async ({ query, session }) => {
    const { rows, total } = await own.ownAttendancesPage(platform, session, query);
    const now = platform.clock();
    return { rows: rows.map(row => presentOwnAttendance(row, session.user.id, now)), total };
  });

  route(app, readPersonalLink, async ({ body }) => {
    const { row, isPublic, dates } = await links.readPersonalLink(platform, body.token, body.taskId);
    return presentPersonal(row, isPublic, dates);
  });

  route(app, requestPersonalLink, async ({ body, request }) => {
    await links.requestPersonalLink(platform, body, request.ip);
    return { message: PERSONAL_LINK_MESSAGE };
  });

  route(app, readAddition, ({ body }) => imports.readAddition(platform, body.token));

  route(app, refuseAddition, ({ body }) => imports.refuseAddition(platform, body.token));
}

/** The endpoints of an activity's organisers about its participants. */
export function participantRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, listParticipants, async ({ params, query, session }) => {
    const { rows, total } = await participants.participantsOf(platform, session, params.taskId, query);
    return { rows: rows.map(presentParticipant), total };
  });

  route(app, importParticipants, ({ params, body, session }) =>
    imports.importParticipants(platform, session, params.taskId, body),
  );

  route(app, readTurnout, ({ params, session }) => turnoutOf(platform, session, params.taskId));

  route(app, updateParticipant, async ({ params, body, session, request }) => {
    const { id } = params;
    const changed = await participants.changeParticipant(platform, session, id, body, request.ip);
    const { view, personalUrl, isMailed: mailed } = changed;
    return {
      updated: presentParticipant(view),
      ...(personalUrl !== null && { personalLink: personalUrl }),
      ...(mailed !== null && { mailed }),
    };
  });

  route(app, admitParticipant, async ({ params, session }) => {
    return presentParticipant(await participants.admitParticipant(platform, session, params.id));
  });

  route(app, removeParticipants, async ({ params, body, session }) => ({
    removed: await participants.removeParticipants(platform, session, params.taskId, body.ids),
  }));

  route(app, removeParticipant, async ({ params, session }) => {
    await participants.removeParticipant(platform, session, params.id);
    return undefined;
  });
}

/** The endpoints of door keepers and organisers, who check people in. */
export function doorRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, readDoor, async ({ params, session }) => {
    const { activity, rows } = await checkIns.readDoor(platform, session, params.taskId);
    return presentDoor(activity, rows);
  });

  route(app, readArrival, async ({ body, session }) =>
    presentCodeHolder(await findArrival(platform, session, body.code)),
  );

  route(app, checkIn, async ({ params, body, session }) => ({
    results: await checkIns.checkIn(platform, session, params.taskId, body.items),
  }));

  route(app, undoCheckIn, async ({ params, session }) => {
    await checkIns.undoCheckIn(platform, session, params.id);
    return undefined;
  });
}

/** The endpoints of the code that hangs at the place of an activity, with which attendees check themselves in (docs/rules.md R22). */
export function placeCodeRoutes(app: FastifyInstance, platform: Platform, proofCookie: Cookie): void {
  const callerOf = createCallerReader(proofCookie);
  const arrivingOf = (body: { readonly token?: string | undefined }, origin: string, caller: Caller) => ({
    selector: selectorOf({ token: body.token }),
    caller,
    origin,
  });

  route(app, readPlaceCode, ({ params, session }) =>
    arriving.readPlaceCode(platform, session, params.taskId),
  );

  route(app, replacePlaceCode, ({ params, session }) =>
    arriving.replacePlaceCode(platform, session, params.taskId),
  );

  route(app, readPlace, async ({ body, session, request }) =>
    presentPlace(
      await arriving.readPlace(platform, body.code, arrivingOf(body, request.ip, callerOf(session, request))),
    ),
  );

  route(app, selfCheckIn, async ({ body, session, request }) =>
    presentSelfArrival(
      await arriving.checkInSelf(
        platform,
        body.code,
        arrivingOf(body, request.ip, callerOf(session, request)),
      ),
    ),
  );
}

/** The endpoints about hours of help. */
export function hoursRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, confirmHours, ({ params, body, session }) =>
    hours.confirmHours(platform, session, params.taskId, body),
  );

  route(app, listOwnHours, async ({ query, session }) => {
    const { rows, total, count, withdrawn } = await hours.ownHours(platform, session, query);
    return {
      total,
      count,
      items: rows.map(presentHelped),
      ...(withdrawn.length > 0 && {
        withdrawn: withdrawn.map(row => presentWithdrawn(row, platform.settings)),
      }),
    };
  });
}
