import { Button } from '@mantine/core';
import { IconBraces, IconCalendarRepeat, IconCode, IconRss } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './feeds-button.module.css';

interface Props {
  /** The address of a feed. */
  urlOf: (extension: 'ics' | 'rss' | 'json') => string;
  /** The page that makes the code to show the same list on another site. */
  embedUrl?: string;
}

const feeds = [
  { extension: 'ics', name: 'Calendario (ICS)', Icon: IconCalendarRepeat },
  { extension: 'rss', name: 'Lector de noticias (RSS)', Icon: IconRss },
  { extension: 'json', name: 'Otros programas (JSON Feed)', Icon: IconBraces },
] as const;

/** The feeds of what the page lists. A native popover, which needs no JavaScript. */
export function FeedsButton({ urlOf, embedUrl = '/incrustar' }: Props) {
  const id = useId();
  return (
    <>
      <Button
        variant="default"
        className={classes.trigger}
        popoverTarget={id}
        leftSection={<IconRss size={20} aria-hidden />}
      >
        Suscríbete
      </Button>
      <div id={id} popover="auto" className={classes.feeds}>
        <p className={classes.hint}>
          Abre uno de estos enlaces en tu aplicación, o cópialo en ella: lo nuevo te llega sin que vuelvas a
          buscar.
        </p>
        <ul className={classes.list}>
          {feeds.map(({ extension, name, Icon }) => (
            <li key={extension}>
              <a href={urlOf(extension)} className={classes.feed}>
                <Icon size={22} aria-hidden />
                {name}
              </a>
            </li>
          ))}
          <li>
            <a href={embedUrl} className={classes.feed}>
              <IconCode size={22} aria-hidden />
              Incrustar en tu sitio
            </a>
          </li>
        </ul>
      </div>
    </>
  );
}
