import type { Activity, searchActivities, WholeActivity } from './activities.ts';
import type { Certificate } from './certificates.ts';
import type { Collective, listCollectives } from './collectives.ts';
import type { QueryInput } from './endpoint.ts';
import type { Impact } from './impact.ts';
import type { LegalText } from './legal.ts';
import type { AttendanceStatus } from './places.ts';

/** A placeholder in the footer of the manual and the legal texts, which the server replaces by the link to SOURCE_URL or removes. */
export const SOURCE_SLOT = '<li id="codigo-fuente"></li>';

/** A public screen without a session, as HTML. */
export interface RenderedPage {
  /** The content of `#root`. */
  readonly html: string;
  /** The JSON from which the browser hydrates its query cache. It is identical for identical content, so that the page's ETag is stable. */
  readonly data: string;
}

/** How a page is rendered for its viewer. */
export interface Viewing {
  readonly timeZone: string;
  /** Whether pictures wait until they are asked for (packages/contract/src/saved-data.ts). */
  readonly isDataSaved: boolean;
  /** How programs of other servers find the site; null if they cannot (docs/rules.md R27.3). */
  readonly siteHandle?: string | null;
}

/** Runs a search of the API. */
export type FindActivities = (
  search: QueryInput<typeof searchActivities>,
) => Promise<{ rows: Activity[]; total: number }>;

/** Runs a search of the collectives. */
export type FindCollectives = (
  search: QueryInput<typeof listCollectives>,
) => Promise<{ rows: Collective[]; total: number }>;

/** The facts that an activity's page shows in its form for browsers without JavaScript (docs/decisions/0090-without-javascript.md). */
export interface PlainForm {
  /** The rejected input by the names of the fields, or nothing. */
  readonly typed: Readonly<Record<string, string>>;
  /** The sentences that say why the input was rejected. */
  readonly problems: readonly string[];
  /** The last request of this browser, or null. */
  readonly outcome: 'confirmed' | 'cancelled' | null;
  /** The attendance that the browser's cookie proves, or null. */
  readonly own: { readonly status: AttendanceStatus; readonly position: number | null } | null;
  /** The number of days after the activity at which visitors' data is erased. */
  readonly dataDays: number;
}

/** The exports of the web app's server bundle (apps/web/src/app/entry-server.tsx). Paths include their query. */
export interface SsrRenderer {
  /** The canonical address of a catalogue's address, or null if it is canonical already. */
  catalogueAddress(path: string): string | null;
  renderCatalogue(path: string, viewing: Viewing, find: FindActivities): Promise<RenderedPage>;
  /** The canonical address of an address of the map, or null if it is canonical already. */
  mapAddress(path: string): string | null;
  /** Renders the map's list with the first page of the catalogue's results. The browser renders the map itself. */
  renderMap(path: string, viewing: Viewing, find: FindActivities): Promise<RenderedPage>;
  /** The canonical address of an address of the calendar, or null if it is canonical already. */
  calendarAddress(path: string): string | null;
  /** `find` runs a search as the API does: without a date, past and upcoming activities. */
  renderCalendar(
    path: string,
    viewing: Viewing,
    startOfToday: Date,
    find: FindActivities,
  ): Promise<RenderedPage>;
  renderActivity(
    path: string,
    viewing: Viewing,
    activity: WholeActivity,
    plainForm?: PlainForm,
  ): Promise<RenderedPage>;
  renderMissingActivity(path: string, viewing: Viewing, isDeleted: boolean): Promise<RenderedPage>;
  /** The canonical address of an address of the collectives' list, or null if it is canonical already. */
  collectivesAddress(path: string): string | null;
  renderCollectives(path: string, viewing: Viewing, find: FindCollectives): Promise<RenderedPage>;
  /** Renders a collective as visitors see it, with the activities that `find` returns. */
  renderCollective(
    path: string,
    viewing: Viewing,
    collective: Collective,
    find: FindActivities,
  ): Promise<RenderedPage>;
  renderMissingCollective(path: string, viewing: Viewing): Promise<RenderedPage>;
  /** The canonical address of an address of the impact, or null if it is canonical already. */
  impactAddress(path: string): string | null;
  /** Renders the impact of a collective as visitors see it, or of the site if `collective` is null. */
  renderImpact(
    path: string,
    viewing: Viewing,
    impact: Impact,
    collective: Collective | null,
  ): Promise<RenderedPage>;
  renderMissingImpact(path: string, viewing: Viewing): Promise<RenderedPage>;
  /** The canonical address of an address of /login or /register, or null if it is canonical already. */
  accountFormAddress(path: string): string | null;
  /** Renders the screen of signing in or of signing up, whose addresses are `/login` and `/register`. */
  renderAccountForm(path: string, viewing: Viewing): Promise<RenderedPage>;
  /** Renders a certificate, or if it is null, that no certificate has the number. */
  renderCertificate(path: string, viewing: Viewing, certificate: Certificate | null): Promise<RenderedPage>;
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
  /** Renders an error, which `sentence` describes. */
  renderEmbeddedProblem(sentence: string): string;
}

/** The renderer of the legal texts (apps/web/src/app/legal/render-legal.tsx); `html` is the content of the document's body. */
export interface LegalRenderer {
  renderLegal(legal: LegalText, timeZone: string): { title: string; html: string };
}
