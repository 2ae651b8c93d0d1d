import { siteName } from '../lib/site-name.ts';

const toWebcal = (url: URL) => url.href.replace(/^https?:/, 'webcal:');

const inNewTab = { target: '_blank', rel: 'noreferrer' } as const;

/** Programs that follow a calendar by its address. */
export const calendarPrograms = [
  { name: 'En mi celular o computador', hrefOf: toWebcal, linkProps: {} },
  {
    name: 'Google Calendar',
    hrefOf: (url: URL) =>
      `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(toWebcal(url))}`,
    linkProps: inNewTab,
  },
  {
    name: 'Outlook',
    hrefOf: (url: URL) =>
      `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(url.href)}&name=${encodeURIComponent(siteName)}`,
    linkProps: inNewTab,
  },
] as const;
