import type { Activity, searchActivities, WholeActivity } from './activities.ts';
import type { Certificate } from './certificates.ts';
import type { Collective, listCollectives } from './collectives.ts';
import type { QueryInput } from './endpoint.ts';
import type { Impact } from './impact.ts';
import type { LegalText } from './legal.ts';

/** The server replaces this mark in the footer of the manual and the legal texts by the link to the source code (SOURCE_URL), or by nothing. */
export const SOURCE_SLOT = '<li id="codigo-fuente"></li>';

/** A public screen without a session, as HTML. */
export interface RenderedPage {
  /** The content of `#root`. */
  readonly html: string;
  /** JSON that the browser hydrates its query cache from. The same for the same content, so that the page's ETag is stable. */
  readonly data: string;
}

/** Runs a search of the API. */
export type FindActivities = (
  search: QueryInput<typeof searchActivities>,
) => Promise<{ rows: Activity[]; total: number }>;

/** Runs a search of the collectives. */
export type FindCollectives = (
  search: QueryInput<typeof listCollectives>,
) => Promise<{ rows: Collective[]; total: number }>;

/** What the web app's server bundle exports (apps/web/src/app/entry-server.tsx). Paths include their query. */
export interface SsrRenderer {
  /** The canonical address of a catalogue's address, or null if it is canonical already. */
  catalogueAddress(path: string): string | null;
  renderCatalogue(path: string, timeZone: string, find: FindActivities): Promise<RenderedPage>;
  /** The canonical address of an address of the map, or null if it is canonical already. */
  mapAddress(path: string): string | null;
  /** The map's list, with the first page of the catalogue's results; the map itself is drawn in the browser. */
  renderMap(path: string, timeZone: string, find: FindActivities): Promise<RenderedPage>;
  /** The canonical address of an address of the calendar, or null if it is canonical already. */
  calendarAddress(path: string): string | null;
  /** `find` runs a search as the API does: without a date, past and upcoming activities. */
  renderCalendar(
    path: string,
    timeZone: string,
    startOfToday: Date,
    find: FindActivities,
  ): Promise<RenderedPage>;
  renderActivity(path: string, timeZone: string, activity: WholeActivity): Promise<RenderedPage>;
  renderMissingActivity(path: string, timeZone: string, isDeleted: boolean): Promise<RenderedPage>;
  /** The canonical address of an address of the collectives' list, or null if it is canonical already. */
  collectivesAddress(path: string): string | null;
  renderCollectives(path: string, timeZone: string, find: FindCollectives): Promise<RenderedPage>;
  /** The collective as visitors see it, and the search that finds its activities. */
  renderCollective(
    path: string,
    timeZone: string,
    collective: Collective,
    find: FindActivities,
  ): Promise<RenderedPage>;
  renderMissingCollective(path: string, timeZone: string): Promise<RenderedPage>;
  /** The canonical address of an address of the impact, or null if it is canonical already. */
  impactAddress(path: string): string | null;
  /** The impact of a collective, as visitors see it, or with null of the site. */
  renderImpact(
    path: string,
    timeZone: string,
    impact: Impact,
    collective: Collective | null,
  ): Promise<RenderedPage>;
  renderMissingImpact(path: string, timeZone: string): Promise<RenderedPage>;
  /** Null: no certificate has the number. */
  renderCertificate(path: string, timeZone: string, certificate: Certificate | null): Promise<RenderedPage>;
}

/** A list of activities in a frame of another site. */
export interface EmbeddedList {
  readonly title: string;
  /** The page with the same activities. */
  readonly url: string;
  readonly rows: readonly Activity[];
}

/**
 * The renderer of the pages for other sites' frames (apps/web/src/app/embed/render-embed.tsx). Each returns the content of the
 * document's body.
 */
export interface EmbedRenderer {
  renderEmbeddedList(list: EmbeddedList, timeZone: string): string;
  renderEmbeddedActivity(activity: Activity, isPast: boolean, timeZone: string): string;
  /** `sentence` says what is missing or wrong. */
  renderEmbeddedProblem(sentence: string): string;
}

/** The renderer of the legal texts (apps/web/src/app/legal/render-legal.tsx); `html` is the content of the document's body. */
export interface LegalRenderer {
  renderLegal(legal: LegalText, timeZone: string): { title: string; html: string };
}
