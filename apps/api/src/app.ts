import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mailReasons } from './mail-reasons.ts';
import { requireAdministratorsFactor } from './modules/accounts/factors/service.ts';
import { accountJobs } from './modules/accounts/jobs.ts';
import {
  accountRoutes,
  apiTokenRoutes,
  calendarAddressRoutes,
  ownAccountRoutes,
  passkeyRoutes,
  secondFactorRoutes,
} from './modules/accounts/routes.ts';
import { activeSessionIds } from './modules/accounts/sign-in/session-service.ts';
import { createRequestSessions } from './modules/accounts/tokens/session-service.ts';
import { findMailedActivities } from './modules/activities/moderation/repository.ts';
import { countUpcomingOfCollectives, pictureAudience } from './modules/activities/public/service.ts';
import {
  activityRoutes,
  activityTeamRoutes,
  calendarRoutes,
  placeRoutes,
} from './modules/activities/routes.ts';
import {
  adminRoutes,
  heldRoutes,
  managedCollectiveRoutes,
  managedUserRoutes,
  moderationRoutes,
  registeredAttendanceRoutes,
  trustRoutes,
} from './modules/administration/routes.ts';
import { attendanceJobs } from './modules/attendance/jobs.ts';
import { isConfirmed } from './modules/attendance/own/service.ts';
import {
  attendanceRoutes,
  createCallerReader,
  doorRoutes,
  hoursRoutes,
  participantRoutes,
  placeCodeRoutes,
} from './modules/attendance/routes.ts';
import { followedCalendarRoutes } from './modules/calendars/routes.ts';
import { cardRoutes } from './modules/cards/routes.ts';
import { certificateRoutes } from './modules/certificates/routes.ts';
import { collectiveRoutes, collectiveTeamRoutes } from './modules/collectives/routes.ts';
import * as collectives from './modules/collectives/service.ts';
import { federationJobs } from './modules/federation/jobs.ts';
import { federationAdminRoutes, federationRoutes, inboxRoutes } from './modules/federation/routes.ts';
import { feedbackRoutes } from './modules/feedback/routes.ts';
import { feedbackJobs } from './modules/feedback/service.ts';
import { personalCalendarRoutes } from './modules/feeds/personal-routes.ts';
import { collectiveFeedRoutes, crawlerRoutes, feedRoutes, wellKnownRoutes } from './modules/feeds/routes.ts';
import { impactRoutes } from './modules/impact/routes.ts';
import { legalRoutes } from './modules/legal/routes.ts';
import { notificationJobs } from './modules/notifications/jobs.ts';
import { messageRoutes, notificationRoutes, oneClickRoutes } from './modules/notifications/routes.ts';
import { storedNotifications } from './modules/notifications/service.ts';
import { databaseGauges } from './modules/operations/gauge-service.ts';
import { operationRoutes } from './modules/operations/routes.ts';
import { pageRoutes, personalScreens } from './modules/pages/routes.ts';
import { personalDataRoutes } from './modules/personal-data/routes.ts';
import { placeCodeSheetRoutes, posterRoutes } from './modules/posters/routes.ts';
import { pushRoutes } from './modules/push/routes.ts';
import { reminderRoutes } from './modules/reminders/routes.ts';
import { reminderJobs } from './modules/reminders/sending-service.ts';
import { memoryReasonOf } from './modules/reports/decision-service.ts';
import { reportRoutes } from './modules/reports/routes.ts';
import { appealOf } from './modules/reports/service.ts';
import { savedSearchRoutes } from './modules/saved-searches/routes.ts';
import { siteRoutes } from './modules/site/routes.ts';
import { configuredSite, logoAudience, readSite } from './modules/site/service.ts';
import { teamJobs } from './modules/teams/service.ts';
import { webhookJobs } from './modules/webhooks/delivery-service.ts';
import { webhookRoutes } from './modules/webhooks/routes.ts';
import type { Clock } from './platform/clock.ts';
import { type Connection, warnOfSlowQueries } from './platform/database/connection.ts';
import { createPgListener, type PgListener } from './platform/database/listener.ts';
import { createDomainEvents } from './platform/domain-events.ts';
import { healthRoutes } from './platform/http/health.ts';
import { serveReference } from './platform/http/reference.ts';
import { createServer, inlineScripts } from './platform/http/server.ts';
import { tokenCookie } from './platform/http/session.ts';
import { createImageProcessor } from './platform/images/image-processor.ts';
import { imageRoutes } from './platform/images/image-routes.ts';
import { createImages } from './platform/images/images.ts';
import { createImageStore } from './platform/images/store.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import { createLimits } from './platform/limits/limits.ts';
import { serveLive } from './platform/live/live.ts';
import type { Logger } from './platform/log.ts';
import type { MailReasons } from './platform/mail/admission.ts';
import { registerLocalMailbox } from './platform/mail/local-mailbox.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { liveConnectionsGauge, poolGauge, serveMetrics } from './platform/metrics/metrics.ts';
import type { Platform } from './platform/platform.ts';
import { type CurrentSite, createCurrentSite } from './platform/site/current-site.ts';
import { createPublicResponseCache } from './platform/speed/response-cache.ts';
import { createPollers } from './pollers.ts';
import type { Settings } from './settings.ts';
import { subscriptionsOf } from './subscriptions.ts';
import { version } from './version.ts';

export interface AppParts {
  readonly settings: Settings;
  readonly connection: Connection;
  readonly databaseUrl: string;
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** The built web app. */
  readonly webFolder: string;
  /** Whether e-mails, pushes and webhooks stay in their outboxes (`backup/outgoing.ts`). */
  readonly isHoldingDeliveries: boolean;
  /** The reasons of e-mails, by default those of mail-reasons.ts. Tests of the mailer pass their own. */
  readonly reasons?: MailReasons;
}

export interface App {
  readonly server: FastifyInstance;
  readonly platform: Platform;
  /** Starts the database listener, the job workers and the pollers. */
  startJobs(): Promise<void>;
  /** Stops the app. Waits for started requests and jobs. */
  stop(): Promise<void>;
}

/** The composition root: connects the platform and every module. The server does not listen yet. */
export async function createApp(parts: AppParts): Promise<App> {
  const listener = createPgListener({ databaseUrl: parts.databaseUrl, log: parts.log });
  const platform = createPlatform(parts, await createSite(parts, listener));
  const { settings, publicUrl, db, clock, log, jobs } = platform;
  const sessionCookie = tokenCookie('minga_session', publicUrl);
  const accountCookies = {
    session: sessionCookie,
    device: tokenCookie('minga_device', publicUrl),
    challenge: tokenCookie('minga_challenge', publicUrl),
    pending: tokenCookie('minga_second_step', publicUrl),
  };
  const proofCookie = tokenCookie('minga_visitor', publicUrl);
  const sessions = createRequestSessions(platform, sessionCookie);

  accountJobs(platform);
  teamJobs(platform);
  attendanceJobs(platform);
  reminderJobs(platform);
  notificationJobs(platform);
  webhookJobs(platform);
  federationJobs(platform);
  feedbackJobs(platform);
  const pollers = createPollers(platform);
  const server = await createServer({
    settings,
    publicUrl,
    log,
    site: platform.site,
    inlineScripts: await inlineScripts(parts.webFolder),
  });
  server.decorate('publicResponses', createPublicResponseCache({ listener, clock }));
  server.decorate('checkAdministrator', session => requireAdministratorsFactor(platform, session));
  serveMetrics(server, {
    token: settings.metricsToken,
    gaugeSources: [
      () => [poolGauge(parts.connection.pool), liveConnectionsGauge(live.connections())],
      databaseGauges(platform),
    ],
  });
  const live = serveLive(server, {
    ...platform,
    listener,
    findSession: cookies => sessions.peek({ cookies, headers: {} }),
    findActiveSessions: ids => activeSessionIds(db, clock, ids),
    store: storedNotifications(platform),
  });
  await serveReference(server, publicUrl, () =>
    platform.imageProcessor.render({ renderer: 'viewer', input: null }),
  );
  healthRoutes(server, { db, clock, log, settings, version });
  await server.register(
    async api => {
      api.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        request.session = await sessions.find(request);
      });
      accountRoutes(api, platform, accountCookies);
      ownAccountRoutes(api, platform, accountCookies);
      passkeyRoutes(api, platform, accountCookies);
      secondFactorRoutes(api, platform, accountCookies);
      apiTokenRoutes(api, platform);
      calendarAddressRoutes(api, platform);
      personalDataRoutes(api, platform, sessionCookie);
      const callerOf = createCallerReader(proofCookie);
      collectiveRoutes(api, platform, ids => countUpcomingOfCollectives(platform, ids));
      collectiveTeamRoutes(api, platform);
      activityTeamRoutes(api, platform);
      activityRoutes(api, platform, {
        isConfirmed: (taskId, session, request) => isConfirmed(platform, taskId, callerOf(session, request)),
        appealOf: taskId => appealOf(platform, taskId),
        memoryReasonOf: taskId => memoryReasonOf(platform, taskId),
      });
      placeRoutes(api, platform);
      attendanceRoutes(api, platform, proofCookie);
      participantRoutes(api, platform);
      doorRoutes(api, platform);
      placeCodeRoutes(api, platform, proofCookie);
      hoursRoutes(api, platform);
      certificateRoutes(api, platform, callerOf);
      impactRoutes(api, platform);
      reminderRoutes(api, platform);
      savedSearchRoutes(api, platform);
      messageRoutes(api, platform);
      notificationRoutes(api, platform);
      pushRoutes(api, platform);
      webhookRoutes(api, platform);
      followedCalendarRoutes(api, platform);
      feedbackRoutes(api, platform, callerOf);
      moderationRoutes(api, platform);
      heldRoutes(api, platform);
      reportRoutes(api, platform);
      managedCollectiveRoutes(api, platform);
      registeredAttendanceRoutes(api, platform);
      adminRoutes(api, platform);
      managedUserRoutes(api, platform);
      legalRoutes(api, platform);
      siteRoutes(api, platform);
      trustRoutes(api, platform);
      federationAdminRoutes(api, platform);
      operationRoutes(api, platform);
      posterRoutes(api, platform);
      placeCodeSheetRoutes(api, platform);
    },
    { prefix: '/api' },
  );
  await oneClickRoutes(server, platform);
  const viewerOf = async (request: FastifyRequest) => (await sessions.peek(request))?.user ?? null;
  imageRoutes(server, platform.images, async (imageId, request) => {
    const findViewer = () => viewerOf(request);
    const audience = await pictureAudience(platform, imageId, findViewer);
    if (audience !== 'none') return audience;
    const ofCollective = await collectives.pictureAudience(platform, imageId, findViewer);
    return ofCollective === 'none' ? logoAudience(platform, imageId) : ofCollective;
  });
  registerLocalMailbox(server, platform);
  calendarRoutes(server, platform);
  cardRoutes(server, platform);
  feedRoutes(server, platform);
  collectiveFeedRoutes(server, platform);
  personalCalendarRoutes(server, platform);
  const cookies = { session: sessionCookie, proof: proofCookie };
  const documents = await pageRoutes(server, platform, parts.webFolder, cookies, viewerOf);
  federationRoutes(server, platform);
  inboxRoutes(server, platform);
  crawlerRoutes(server, platform, { documents, privatePaths: personalScreens });
  wellKnownRoutes(server, platform);

  return {
    server,
    platform,
    startJobs: async () => {
      await listener.start();
      await jobs.start();
      pollers.start();
    },
    stop: async () => {
      await server.close();
      await platform.imageProcessor.stop();
      await listener.stop();
      await pollers.stop();
      await jobs.stop();
      platform.mailer.stop();
    },
  };
}

/** Reads the site's identity. If the database does not respond, the site has the identity of the settings until it does. */
async function createSite(
  { settings, connection: { db }, log }: AppParts,
  listener: PgListener,
): Promise<CurrentSite> {
  const read = () => readSite(db, settings);
  const site = createCurrentSite({ initial: configuredSite(settings), read, listener, log });
  await site.refresh();
  return site;
}

function createPlatform(parts: AppParts, site: CurrentSite): Platform {
  const { settings, connection, databaseUrl, publicUrl, clock, log, isHoldingDeliveries } = parts;
  const { reasons = mailReasons } = parts;
  const { db, pool } = connection;
  warnOfSlowQueries(pool, log);
  const jobs = createJobs({ databaseUrl, log });
  const imageProcessor = createImageProcessor({ log });
  const platform: Platform = {
    settings,
    publicUrl,
    db,
    clock,
    log,
    events: createDomainEvents(() => subscriptionsOf(platform)),
    jobs,
    mailer: createMailer({
      settings,
      db,
      clock,
      jobs,
      log,
      publicUrl,
      site,
      isHolding: isHoldingDeliveries,
      findActivities: (tx, ids) => findMailedActivities(tx, settings.moderation, ids),
      reasons,
    }),
    images: createImages({ db, clock, store: createImageStore({ settings }), imageProcessor, jobs, log }),
    imageProcessor,
    limits: createLimits(pool, settings.rateLimitFactor),
    site,
    isHoldingDeliveries,
  };
  return platform;
}
