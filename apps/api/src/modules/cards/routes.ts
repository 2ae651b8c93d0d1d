import type { FastifyInstance } from 'fastify';
import { isNotModified } from '../../platform/http/send-with-etag.ts';
import { longDate } from '../../platform/long-date.ts';
import type { Platform } from '../../platform/platform.ts';
import { publicStateOf } from '../activities/public/service.ts';
import { cardPath } from './card-paths.ts';
import { createCardRenderer } from './draw-card.ts';

const DAY = 24 * 60 * 60;
/** Part of the ETags: a new design changes the images of unchanged activities. */
const CARD_DESIGN = 2;

interface CardRoute {
  Params: { id: string };
  Querystring: { v?: string };
}

/** The image of link previews, for activities without a photo. */
export function cardRoutes(app: FastifyInstance, platform: Platform): void {
  const { timeZone } = platform.settings;
  const drawCard = createCardRenderer(platform.imageProcessor);

  app.get<CardRoute>(cardPath(':id'), async (request, reply) => {
    const state = await publicStateOf(platform, request.params.id);
    if (state.kind !== 'public') return reply.callNotFound();
    const { activity, revision } = state.shown;
    // A URL that names another revision must not cache this image for long.
    const seconds = request.query.v === String(revision) ? DAY : 0;
    // Link previews on other sites may show it.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    if (isNotModified(request, reply, `${activity._id}-${revision}-${CARD_DESIGN}`, seconds))
      return reply.send();
    const { title, place } = activity;
    const date = longDate(new Date(activity.date), timeZone);
    const card = await drawCard(activity._id, { title, date, place }, request.ip);
    return reply.type('image/png').send(card);
  });
}
