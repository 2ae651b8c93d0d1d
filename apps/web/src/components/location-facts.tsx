import { IconRoute } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './location-facts.module.css';

/** WGS 84 degrees. */
interface Location {
  readonly latitude: number;
  readonly longitude: number;
}

interface Props {
  location: Location | null;
  /** The organiser's texts with their labels. */
  rows: readonly { readonly label: string; readonly value: string }[];
  /** Instead of them, if the viewer may not see them. */
  note?: string | null;
  /** The link to the site's own map, before the others. */
  mapLink?: ReactNode;
}

/** How to get to an activity: the organiser's texts and links to maps. Nothing if there is neither. */
export function LocationFacts({ location, rows, note = null, mapLink }: Props) {
  if (location === null && rows.length === 0 && note === null) return null;
  return (
    <section className={classes.location} aria-label="Cómo llegar">
      <h2 className={`row soft ${classes.title}`}>
        <IconRoute size={20} aria-hidden />
        Cómo llegar
      </h2>
      {note !== null && <p className={classes.text}>{note}</p>}
      {rows.map(({ label, value }) => (
        <p key={label} className={classes.text}>
          {value}
        </p>
      ))}
      {location !== null && (
        <p className={`cluster ${classes.maps}`}>
          {mapLink}
          {mapsOf(location).map(({ name, url }) => (
            <a key={name} href={url} target="_blank" rel="noopener noreferrer" className="target link">
              {name}
            </a>
          ))}
        </p>
      )}
    </section>
  );
}

const mapsOf = ({ latitude, longitude }: Location) => [
  {
    name: 'Abrir en Google Maps',
    url: `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`,
  },
  {
    name: 'Abrir en OpenStreetMap',
    url: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`,
  },
];
