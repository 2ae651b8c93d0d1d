import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { UNSUBSCRIBE_PATH } from '../notifications/delivery/service.ts';
import { unsubscribe } from '../notifications/preferences/service.ts';
import { HTML_TYPE, type Shell } from './shell.ts';
import {
  UNSUBSCRIBE_STYLE,
  UNSUBSCRIBED_PATH,
  unsubscribeBadLink,
  unsubscribeDone,
  unsubscribeQuestion,
} from './unsubscribe-page.ts';

const linked = z.object({ token: z.string().min(1) });

/** The page of an e-mail's unsubscribe link. Without JavaScript it contains the app's question as a plain form. */
export async function unsubscribePageRoutes(
  app: FastifyInstance,
  platform: Platform,
  shell: Shell,
): Promise<void> {
  /** Caches must not store a page with a personal token. */
  const send = (reply: FastifyReply, page: string, status = 200) =>
    reply
      .status(status)
      .type(HTML_TYPE)
      .header('cache-control', 'no-store')
      .send(shell({ tags: [UNSUBSCRIBE_STYLE] }, undefined, page));

  app.get(UNSUBSCRIBE_PATH, (request, reply) => {
    const { data } = linked.safeParse(request.query);
    return send(reply, data === undefined ? unsubscribeBadLink() : unsubscribeQuestion(data.token));
  });

  await app.register(async scope => {
    await scope.register(formbody);
    // Because of its referrer policy the page sends its form with the Origin 'null'; the token authorises it.
    const options = { config: { isForAll: true }, schema: { hide: true } };
    scope.post(UNSUBSCRIBED_PATH, options, async (request, reply) => {
      const hasAccount = await endedFor(linked.safeParse(request.body).data?.token ?? '');
      return hasAccount === null
        ? send(reply, unsubscribeBadLink(), 400)
        : send(reply, unsubscribeDone(hasAccount));
    });
  });

  /** Whether the e-mails went to an account; null if the link is invalid. */
  async function endedFor(token: string): Promise<boolean | null> {
    try {
      return (await unsubscribe(platform, token)).hasAccount;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return null;
    }
  }
}
