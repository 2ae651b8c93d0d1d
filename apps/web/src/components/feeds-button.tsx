import { Button } from '@mantine/core';
import { IconBraces, IconCalendarRepeat, IconCode, IconRss } from '@tabler/icons-react';
import { type ToggleEvent, useId, useRef, useSyncExternalStore } from 'react';
import { toastError, toastSuccess } from '../lib/toasts.ts';
import { calendarPrograms } from './calendar-programs.ts';
import classes from './feeds-button.module.css';

interface Props {
  /** The path of a feed. */
  urlOf: (extension: 'ics' | 'rss' | 'json') => string;
  /** The page that makes the code to show the same list on another site. */
  embedUrl?: string;
}

const feeds = [
  { extension: 'rss', name: 'Lector de noticias (RSS)', Icon: IconRss },
  { extension: 'json', name: 'Otros programas (JSON Feed)', Icon: IconBraces },
] as const;

const never = () => () => undefined;

/** Subscribes to what the page lists. A native popover, which needs no JavaScript. */
export function FeedsButton({ urlOf, embedUrl = '/incrustar' }: Props) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const origin = useSyncExternalStore(
    never,
    () => location.origin,
    () => null,
  );
  const path = urlOf('ics');
  // Without an origin, on the server, the links lead to the file itself.
  const address = origin === null ? null : new URL(path, origin);

  /** Browsers do not return the focus from a popover inside another one, which the catalogue has on a phone. */
  function returnFocus({ newState, currentTarget }: ToggleEvent<HTMLElement>): void {
    if (newState === 'closed' && currentTarget.contains(document.activeElement)) trigger.current?.focus();
  }

  return (
    <>
      <Button
        ref={trigger}
        variant="default"
        className={classes.trigger}
        popoverTarget={id}
        leftSection={<IconRss size={20} aria-hidden />}
      >
        Suscríbete
      </Button>
      <div id={id} popover="auto" className={`card ${classes.feeds}`} onBeforeToggle={returnFocus}>
        <p className={`soft small ${classes.hint}`}>
          Elige tu calendario: lo nuevo te llega solo, y lo que cambia se actualiza sin que vuelvas a buscar.
        </p>
        <ul>
          {calendarPrograms.map(({ name, hrefOf, linkProps }) => (
            <li key={name}>
              <a
                href={address === null ? path : hrefOf(address)}
                className={`row plain ${classes.feed}`}
                {...linkProps}
              >
                <IconCalendarRepeat size={22} aria-hidden />
                <span>{name}</span>
              </a>
            </li>
          ))}
          <li>
            <button
              type="button"
              className={`row plain ${classes.feed}`}
              onClick={() => copyAddress(new URL(path, location.origin).href)}
            >
              <IconCalendarRepeat size={22} aria-hidden />
              Copiar la dirección del calendario
            </button>
          </li>
          {feeds.map(({ extension, name, Icon }) => (
            <li key={extension}>
              <a href={urlOf(extension)} className={`row plain ${classes.feed}`}>
                <Icon size={22} aria-hidden />
                <span>{name}</span>
              </a>
            </li>
          ))}
          <li>
            <a href={embedUrl} className={`row plain ${classes.feed}`}>
              <IconCode size={22} aria-hidden />
              Incrustar en tu sitio
            </a>
          </li>
        </ul>
      </div>
    </>
  );
}

async function copyAddress(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toastSuccess('Dirección copiada');
  } catch {
    toastError(`No pudimos copiar la dirección. Es esta: ${url}`);
  }
}
