import { Button } from '@mantine/core';
import { IconBraces, IconCalendarRepeat, IconRss } from '@tabler/icons-react';
import { useId } from 'react';
import { type SearchFilters, searchUrl } from '../search-filters.ts';
import classes from './catalogue-feeds.module.css';

const feeds = [
  { path: '/actividades.ics', name: 'Calendario (ICS)', Icon: IconCalendarRepeat },
  { path: '/actividades.rss', name: 'Lector de noticias (RSS)', Icon: IconRss },
  { path: '/actividades.json', name: 'Otros programas (JSON Feed)', Icon: IconBraces },
];

/** The feeds of the current search. A native popover, which needs no JavaScript. */
export function CatalogueFeeds({ filters }: { filters: SearchFilters }) {
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
          {feeds.map(({ path, name, Icon }) => (
            <li key={path}>
              <a href={searchUrl(path, filters)} className={classes.feed}>
                <Icon size={22} aria-hidden />
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
