import { declineFeedback, giveFeedback, readFeedback, readOwnFeedback } from '@minga/contract/feedback';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import type { Caller } from '../attendance/policy.ts';
import * as feedback from './service.ts';

const linkOf = ({ token }: { readonly token?: string | undefined }) => ({
  tokenHash: token === undefined ? undefined : hashToken(token),
});

/** Routes for the feedback of attendees. `callerOf` reads the session and the visitor's cookie of a request. */
export function feedbackRoutes(
  app: FastifyInstance,
  platform: Platform,
  callerOf: (session: Session | null, request: FastifyRequest) => Caller,
): void {
  route(app, giveFeedback, async ({ params, body, session, request }) => {
    const { rating, text } = body;
    const given = { rating, text, ...linkOf(body) };
    await feedback.giveFeedback(platform, params.taskId, given, callerOf(session, request));
    return undefined;
  });

  route(app, declineFeedback, async ({ params, body, session, request }) => {
    await feedback.declineFeedback(platform, params.taskId, linkOf(body), callerOf(session, request));
    return undefined;
  });

  route(app, readOwnFeedback, ({ params, body, session, request }) =>
    feedback.ownFeedback(platform, params.taskId, linkOf(body), callerOf(session, request)),
  );

  route(app, readFeedback, ({ params, session }) => feedback.feedbackOf(platform, session, params.taskId));
}
