import {
  type Activity,
  deleteActivity,
  getActivity,
  listOthersActivities,
  listOwnActivities,
  listPromotedActivities,
  promoteActivity,
  searchActivities,
} from '@minga/contract/activities';
import { createActivity, updateActivity } from '@minga/contract/activity-fields';
import type { AppealState } from '@minga/contract/appeal-states';
import { listPlaces } from '@minga/contract/place-proposals';
import { SERIES_HEADER, type SeriesOutcome } from '@minga/contract/series';
import {
  acceptInvitation,
  changeOrganizer,
  inviteOrganizer,
  listActivityInvitations,
  listOrganizers,
  readInvitation,
  removeOrganizer,
  withdrawActivityInvitation,
} from '@minga/contract/teams';
import { updateGoal } from '@minga/contract/written-goals';
import { writeMemory } from '@minga/contract/written-memory';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CALENDAR_TYPE, calendarFile } from '../../platform/calendar/calendar.ts';
import { crossOrigin } from '../../platform/http/origin.ts';
import { anyAccount, type Page, route } from '../../platform/http/route.ts';
import { sendWithEtag } from '../../platform/http/send-with-etag.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentInvitation, presentMember } from '../teams/presenter.ts';
import * as teams from '../teams/service.ts';
import {
  canManage,
  createOrganiserLookup,
  createPlainViewLookup,
  createRoleLookup,
} from './access-service.ts';
import {
  calendarEventOf,
  calendarFileName,
  cancelledCalendarEvent,
  withSequence,
} from './calendar/service.ts';
import * as memory from './edit/memory-service.ts';
import { editInScope, removeInScope } from './edit/series-service.ts';
import * as own from './edit/service.ts';
import { setGoalReached } from './edit/service.ts';
import { presentWhole } from './presenter.ts';
import { placeProposals, publicStateOf } from './public/service.ts';
import { publishActivity } from './publish/service.ts';
import type { ActivityRow, Found } from './repository.ts';
import { calendarPath } from './rules.ts';
import { searchOf } from './search/service.ts';
import { remainingOf } from './series/service.ts';
import * as activities from './service.ts';
import * as team from './team/service.ts';

/** Functions of modules that depend on this one. */
interface Lookups {
  /** Whether the caller's attendance of an activity is confirmed. */
  isConfirmed(activityId: string, session: Session | null, request: FastifyRequest): Promise<boolean>;
  /** Whether the organisers of a hidden activity may appeal, or have appealed. */
  appealOf(activityId: string): Promise<AppealState>;
  /** The reason why the memory of an activity is hidden. */
  memoryReasonOf(activityId: string): Promise<string | undefined>;
}

export function activityRoutes(
  app: FastifyInstance,
  platform: Platform,
  { isConfirmed, appealOf, memoryReasonOf }: Lookups,
): void {
  const view = activities.createActivityViewer(platform);
  const rolesOf = createRoleLookup(platform);
  const presentPage = async (
    { rows, total }: Found,
    session: Session | null,
    { series }: { readonly series?: 'next' | undefined },
  ): Promise<Page<Activity>> => {
    const viewerId = session?.user.id ?? null;
    const counted = series === 'next' ? { remaining: await remainingOf(platform, rows, viewerId) } : {};
    return { rows: await activities.presentActivities(platform, rows, viewerId, counted), total };
  };
  const present = (row: ActivityRow, { user }: Session) =>
    activities.presentOneActivity(platform, row, user.id);

  route(app, listOwnActivities, async ({ query, session }) => {
    const { date: when, gestiono, recibo, colectivo, ...paging } = query;
    const as = recibo === 'true' ? 'doorKeeper' : gestiono === 'true' ? 'manager' : 'author';
    const filter = { when, as, collective: colectivo || undefined } as const;
    const found = await activities.ownActivities(platform, session.user.id, filter, paging);
    return presentPage(found, session, paging);
  });

  route(app, listPromotedActivities, async ({ query, session }) => {
    const { own: ownership, ...paging } = query;
    const viewerId = session?.user.id ?? null;
    const isOwn = ownership === undefined ? undefined : ownership === 'true';
    return presentPage(
      await activities.promotedActivities(platform, viewerId, isOwn, paging),
      session,
      paging,
    );
  });

  route(app, listOthersActivities, async ({ query, session }) =>
    presentPage(await activities.othersActivities(platform, session?.user.id ?? null, query), session, query),
  );

  const organisesNothing = createOrganiserLookup(platform);
  route(
    app,
    searchActivities,
    async ({ query, session }) => {
      const search = searchOf(query, platform.settings.timeZone);
      const found = await activities.findActivities(platform, session?.user.id ?? null, search, query);
      return presentPage(found, session, query);
    },
    { isSharedWith: ({ user }) => organisesNothing(user.id) },
  );

  const isPlainView = createPlainViewLookup(platform);
  route(
    app,
    getActivity,
    async ({ params, session, request }) => {
      const row = await view(params.id, session?.user ?? null);
      const viewerId = session?.user.id ?? null;
      const { isLocationPrivate, chatUrl } = row.activity;
      const hasSecret = isLocationPrivate || chatUrl !== null;
      const isAttendee = hasSecret && (await isConfirmed(params.id, session, request));
      const remaining = await remainingOf(platform, [row], viewerId);
      const { id, status } = row.activity;
      const [isRejected, isMemoryHidden] = [status === 'rejected', row.memory?.isHidden === true];
      const roles = await rolesOf(viewerId, row.activity);
      const isManager = canManage(roles);
      const appeal = isManager && isRejected ? await appealOf(id) : undefined;
      const memoryReason = isManager && isMemoryHidden ? await memoryReasonOf(id) : undefined;
      const poster = isManager ? await activities.posterOf(platform, row.activity) : undefined;
      const options = { isConfirmed: isAttendee, remaining, appeal, memoryReason, poster, roles };
      return presentWhole(row, viewerId, platform.clock(), options);
    },
    {
      isSharedWith: ({ user }, { id }) => isPlainView({ viewerId: user.id, activityId: id }),
    },
  );

  route(
    app,
    createActivity,
    async ({ body, file, session }) =>
      present(await publishActivity(platform, session.user.id, body, file), session),
    { authorize: anyAccount },
  );

  route(
    app,
    updateActivity,
    async ({ params, query: { scope = 'one' }, body, file, session, reply }) => {
      const { row, outcome } = await editInScope(platform, session.user.id, params.id, scope, body, file);
      tellOutcome(reply, outcome);
      return present(row, session);
    },
    { authorize: ({ params, session }) => own.managedActivity(platform, params.id, session.user.id) },
  );

  route(app, updateGoal, ({ params, body, session }) =>
    setGoalReached(platform, session.user.id, params.id, params.goalId, body.reached),
  );

  route(
    app,
    writeMemory,
    async ({ params, body, files, session }) =>
      present(await memory.writeMemory(platform, session.user.id, params.id, body, files), session),
    { authorize: ({ params, session }) => memory.requireWritable(platform, params.id, session.user.id) },
  );

  route(app, promoteActivity, async ({ params, body, session }) =>
    present(await own.promoteActivity(platform, session.user.id, params.id, body.isPromoted), session),
  );

  route(app, deleteActivity, async ({ params, query: { scope = 'one' }, session, reply }) => {
    tellOutcome(reply, await removeInScope(platform, session.user.id, params.id, scope));
    return undefined;
  });
}

const tellOutcome = (reply: FastifyReply, outcome: SeriesOutcome | null) =>
  outcome && reply.header(SERIES_HEADER, JSON.stringify(outcome));

export function placeRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, listPlaces, ({ query, session }) => placeProposals(platform, session.user.id, query.q));
}

const FIVE_MINUTES = 5 * 60;

/** The endpoint for the calendar file of one activity. The file of a deleted activity cancels its entry. */
export function calendarRoutes(app: FastifyInstance, platform: Platform): void {
  app.get<{ Params: { id: string } }>(calendarPath(':id'), crossOrigin, async (request, reply) => {
    const state = await publicStateOf(platform, request.params.id);
    if (state.kind === 'unknown') return reply.callNotFound();
    const event =
      state.kind === 'deleted'
        ? cancelledCalendarEvent(state.tombstone, platform)
        : calendarEventOf(await withSequence(platform, state.shown), platform);
    // Search engines should index the page, not the file.
    reply.header('x-robots-tag', 'noindex');
    reply.header('content-disposition', `attachment; filename="${calendarFileName(event)}"`);
    const body = calendarFile([event], platform.settings.timeZone, { author: platform.site.current().name });
    return sendWithEtag(request, reply, { type: CALENDAR_TYPE, body, seconds: FIVE_MINUTES });
  });
}

/**
 * The endpoints for the organisers of an activity besides its author, for the invitations to it, and for
 * accepting any invitation.
 */
export function activityTeamRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, listOrganizers, async ({ params, query, session }) => {
    const { id } = await team.teamOfActivity(platform, params.id, session.user.id, 'seeTeam');
    const { rows, total } = await teams.membersOf(platform, id, query);
    return { rows: rows.map(presentMember), total };
  });

  route(app, inviteOrganizer, async ({ params, body, session }) => {
    const inviting = await team.teamOfActivity(platform, params.id, session.user.id, 'manageTeam');
    return presentInvitation(await teams.invite(platform, session, inviting, body));
  });

  route(app, changeOrganizer, async ({ params, body, session }) => {
    const { id } = await team.teamOfActivity(platform, params.id, session.user.id, 'manageTeam');
    return presentMember(await teams.changeRole(platform, id, params.userId, body.role));
  });

  route(app, removeOrganizer, async ({ params, session }) => {
    const { id } = await team.teamToRemoveFrom(platform, params.id, session.user.id, params.userId);
    await teams.removeMember(platform, id, params.userId);
    return undefined;
  });

  route(app, listActivityInvitations, async ({ params, query, session }) => {
    const { id } = await team.teamOfActivity(platform, params.id, session.user.id, 'manageTeam');
    const { rows, total } = await team.pendingInvitations(platform, id, query);
    return { rows: rows.map(presentInvitation), total };
  });

  route(app, withdrawActivityInvitation, async ({ params, session }) => {
    const { id } = await team.teamOfActivity(platform, params.id, session.user.id, 'manageTeam');
    await teams.withdrawInvitation(platform, id, params.invitationId);
    return undefined;
  });

  route(app, readInvitation, ({ body }) => team.readInvitation(platform, body.token));

  route(app, acceptInvitation, ({ body, session }) => team.acceptInvitation(platform, session, body.token));
}
