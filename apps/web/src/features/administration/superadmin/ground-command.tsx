import { Button, Group } from '@mantine/core';
import { getSiteMap, type SiteMap } from '@minga/contract/site';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { now } from '../../../lib/dates/now.ts';
import { hasMapGround } from '../../../lib/map-ground.ts';
import { query } from '../../../lib/server/queries.ts';
import { toastError, toastSuccess } from '../../../lib/toasts.ts';
import classes from './setup-list.module.css';

/** The command for the page of the map, until the site has a ground. */
export const GroundNote = () =>
  !hasMapGround() && (
    <details className={classes.groundNote}>
      <summary className="target link">Poner calles en este mapa</summary>
      <GroundCommand />
    </details>
  );

/** The command that makes the ground of the map for the site's region, for administrators of a site without one (docs/rules.md R25.4). */
export function GroundCommand() {
  const { data } = useQuery(query(getSiteMap));
  if (data === undefined) return null;
  const command = commandFor(data.bounds, now());

  async function copy() {
    try {
      await navigator.clipboard.writeText(command);
      toastSuccess('Copiado');
    } catch {
      toastError('No pudimos copiarlo. Selecciónalo y cópialo de ahí.');
    }
  }

  return (
    <div className="stack gap-s">
      <p>
        El mapa muestra los puntos sobre un fondo liso. Quien mantiene el servidor le pone calles con esta
        orden, que lee solo la región del sitio de un mapa de OpenStreetMap y dice cuánto tardó:
      </p>
      <code className={classes.command}>{command}</code>
      {data.bounds === null && (
        <p>No conocemos el lugar de este sitio: cambia las cuatro palabras por los grados de su región.</p>
      )}
      <p className="soft fine">Sin systemd, escribe «npm run map» en lugar de «sudo minga map».</p>
      <Group>
        <Button
          variant="default"
          leftSection={<IconCopy size={20} aria-hidden />}
          onClick={() => void copy()}
        >
          Copiar la orden
        </Button>
      </Group>
    </div>
  );
}

/** Builds of Protomaps are published each day, some hours late. */
const BUILD_AGE_MS = 2 * 24 * 60 * 60 * 1000;

/** The command with the newest map that certainly exists. */
export function commandFor(bounds: SiteMap['bounds'], at: Date): string {
  const day = new Date(at.getTime() - BUILD_AGE_MS).toISOString().slice(0, 10).replaceAll('-', '');
  const box =
    bounds === null
      ? 'OESTE,SUR,ESTE,NORTE'
      : [bounds.west, bounds.south, bounds.east, bounds.north].join(',');
  return `sudo minga map -- --bbox=${box} https://build.protomaps.com/${day}.pmtiles`;
}
