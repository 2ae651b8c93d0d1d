import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { onStopSignal, operatorCommand, resolveTypedPath, runCommand } from './command.ts';
import { type Bounds, extractGround } from './ground/extract.ts';
import { openGround } from './ground/source.ts';
import { groundFile } from './modules/pages/shell.ts';
import { folderProblem, StartProblem } from './platform/database/start-problem.ts';

const USAGE = `Así se usa: ${operatorCommand('map -- --bbox=OESTE,SUR,ESTE,NORTE archivo.pmtiles')} (o su dirección https), y si quieres --max-zoom=14`;
/** The detail of Protomaps' maps. */
const ZOOM_MAX = 15;
const ONE_DECIMAL = { maximumFractionDigits: 1 };

await runCommand(async ({ dataDir }) => {
  const { bounds, maxZoom, location } = readArguments();
  const folder = resolve(dataDir);
  if (!(await isFolder(folder)))
    throw new StartProblem(`No existe la carpeta ${folder}: revisa que la orden use el DATA_DIR de Minga.`);
  const interruption = new AbortController();
  onStopSignal(() => interruption.abort(new StartProblem('Interrumpida: el mapa quedó como estaba.')));
  const path = groundFile(folder);
  const start = performance.now();
  const source = await openGround(location);
  try {
    const options = { bounds, maxZoom, signal: interruption.signal };
    const { tiles, bytes } = await extractGround(source, path, options).catch(error => {
      throw folderProblem(error, folder);
    });
    const seconds = ((performance.now() - start) / 1000).toLocaleString('es-CO', ONE_DECIMAL);
    const size = (bytes / 1e6).toLocaleString('es-CO', ONE_DECIMAL);
    return `El fondo del mapa quedó en ${path}: ${tiles.toLocaleString('es-CO')} cuadros, ${size} MB, en ${seconds} s. Ya se ve en /mapa.`;
  } finally {
    await source.close();
  }
});

interface Arguments {
  readonly bounds: Bounds;
  readonly maxZoom: number;
  readonly location: string;
}

function readArguments(): Arguments {
  const { bbox, 'max-zoom': zoom, locations } = parsedArguments();
  const [typed = ''] = locations;
  if (bbox === undefined || locations.length !== 1 || typed === '') throw new StartProblem(USAGE);
  const maxZoom = Number(zoom);
  if (!Number.isInteger(maxZoom) || maxZoom < 0 || maxZoom > ZOOM_MAX)
    throw new StartProblem(`--max-zoom es un número entero de 0 a ${ZOOM_MAX}.`);
  const location = /^https?:\/\//.test(typed) ? typed : resolveTypedPath(typed);
  return { bounds: readBounds(bbox), maxZoom, location };
}

function parsedArguments() {
  const options = {
    bbox: { type: 'string' },
    'max-zoom': { type: 'string', default: `${ZOOM_MAX}` },
  } as const;
  // A value that starts with a minus sign, as longitudes of America do, must not be an argument of its own.
  const args = process.argv.slice(2).join('\0').replaceAll('--bbox\0', '--bbox=').split('\0');
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { ...values, locations: positionals };
  } catch {
    throw new StartProblem(USAGE);
  }
}

function readBounds(text: string): Bounds {
  const parts = text.split(',').map(part => (part.trim() === '' ? Number.NaN : Number(part)));
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = parts;
  const isInOrder =
    -180 <= west && west < east && east <= 180 && -90 <= south && south < north && north <= 90;
  if (parts.length === 4 && isInOrder) return [west, south, east, north];
  throw new StartProblem(
    'El rectángulo son cuatro números en grados, separados por comas: oeste, sur, este y norte, como --bbox=-76.75,2.30,-76.45,2.60.',
  );
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    stats => stats.isDirectory(),
    () => false,
  );
}
