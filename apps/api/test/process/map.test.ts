import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, worldMap } from '../ground-fixture.ts';
import { launchCommand } from './minga-process.ts';

const CUSCO = '-72.1,-13.6,-71.8,-13.4';
const map = (DATA_DIR: string, ...args: string[]) => launchCommand('map', args, { DATA_DIR }).ended;

test('cuts the file and says how long it took', async () => {
  const folder = await folderWith({ 'world.pmtiles': worldMap() });
  const { code, stdout, stderr } = await map(folder, '--bbox', CUSCO, join(folder, 'world.pmtiles'));
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^El fondo del mapa quedó en .*mapa\.pmtiles: 8 cuadros, 0 MB, en \d+(,\d)? s\. /);
  expect((await readFile(join(folder, 'mapa.pmtiles'))).toString('latin1', 0, 7)).toBe('PMTiles');
});

test.each<[string, string[], string]>([
  ['no arguments', [], 'Así se usa: npm run map -- --bbox='],
  ['an unknown option', ['--zoom=3', 'world.pmtiles'], 'Así se usa: '],
  ['three numbers', ['--bbox=1,2,3', 'world.pmtiles'], 'El rectángulo son cuatro números en grados'],
  ['words', ['--bbox=a,b,c,d', 'world.pmtiles'], 'El rectángulo son cuatro números en grados'],
  ['east before west', ['--bbox=-71,-13.6,-72,-13.4', 'world.pmtiles'], 'oeste, sur, este y norte'],
  ['a latitude of 95', ['--bbox=-72,-13.6,-71,95', 'world.pmtiles'], 'oeste, sur, este y norte'],
  ['a zoom of words', [`--bbox=${CUSCO}`, '--max-zoom=x', 'world.pmtiles'], '--max-zoom es un número'],
  ['a missing file', [`--bbox=${CUSCO}`, 'none.pmtiles'], 'No existe el archivo '],
  ['a folder', [`--bbox=${CUSCO}`, '.'], ' no es un archivo.'],
  ['another file', [`--bbox=${CUSCO}`, 'notes.txt'], 'notes.txt no es un mapa en formato PMTiles'],
  ['an empty file', [`--bbox=${CUSCO}`, 'empty.pmtiles'], 'empty.pmtiles no es un mapa'],
  ['half a file', [`--bbox=${CUSCO}`, 'half.pmtiles'], 'half.pmtiles está incompleto o dañado'],
  ['pictures', [`--bbox=${CUSCO}`, 'pictures.pmtiles'], 'pictures.pmtiles es un mapa de otra clase'],
  ['other layers', [`--bbox=${CUSCO}`, 'layers.pmtiles'], 'layers.pmtiles es un mapa de otra clase'],
  ['elsewhere', [`--bbox=${CUSCO}`, 'cauca.pmtiles'], 'El mapa no llega hasta ahí: cubre -78, 1, -76, 3.'],
  ['no server', [`--bbox=${CUSCO}`, 'http://127.0.0.1:9/a.pmtiles'], '127.0.0.1:9 no responde'],
])('%s gets one sentence and changes nothing', async (_, args, sentence) => {
  const world = worldMap();
  const folder = await folderWith({
    'world.pmtiles': world,
    'mapa.pmtiles': 'former',
    'notes.txt': 'A text, longer than the header of a map',
    'empty.pmtiles': '',
    'half.pmtiles': world.subarray(0, world.length / 2),
    'pictures.pmtiles': worldMap({ tileType: 2 }),
    'layers.pmtiles': worldMap({ layers: ['buildings'] }),
    'cauca.pmtiles': worldMap({ bounds: [-78, 1, -76, 3] }),
  });
  const paths = args.map(arg => (/^(--|http)/.test(arg) ? arg : join(folder, arg)));
  const { code, stdout, stderr } = await map(folder, ...paths);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(sentence);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(await readFile(join(folder, 'mapa.pmtiles'), 'utf8')).toBe('former');
});

test('a folder that is not that of the site', async () => {
  const folder = await folderWith({ 'world.pmtiles': worldMap() });
  const { code, stderr } = await map(join(folder, 'data'), `--bbox=${CUSCO}`, join(folder, 'world.pmtiles'));
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('revisa que la orden use el DATA_DIR de Minga'),
  ]);
});
