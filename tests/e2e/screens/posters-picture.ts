import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { drawPoster, type PosterDrawing } from '../../../apps/api/src/modules/posters/draw-poster.ts';
import type { PosterTexts } from '../../../apps/api/src/modules/posters/rules.ts';
import { DEFAULT_BRAND } from '../../../apps/api/src/platform/site/brand.ts';
import { drawnPicture } from './drawn-picture.ts';
import { NOW } from './fixed-times.ts';

const ADDRESS = 'minga.example.org/a/7K3M9QX';
const common = {
  day: 'Sábado 5 de diciembre',
  hours: '9:00 a. m. a 12:30 p. m.',
  hour: '9:00 a. m.',
  directions: '',
  needs: [],
  url: `https://${ADDRESS}`,
  address: ADDRESS,
} satisfies Partial<PosterTexts>;

/** The poster of an activity without a picture, one with a picture, and one with strips. */
const posters: readonly (Pick<PosterDrawing, 'format' | 'id'> & { texts: PosterTexts; scene?: 'pot' })[] = [
  {
    format: 'a4',
    id: '0199aaaa-0000-7000-8000-000000000003',
    texts: {
      ...common,
      title: 'Siembra en el río Molino',
      place: 'Puente del Humilladero',
      directions: 'Nos vemos junto a la ceiba, del lado del parque.',
      organisers: 'Colectivo Río Vivo',
      needs: ['Faltan 12 personas en Siembra', 'Por llevar: Palas (6)', 'Falta 1 persona en Refrigerios'],
    },
  },
  {
    format: 'a4',
    id: '0199aaaa-0000-7000-8000-000000000002',
    scene: 'pot',
    texts: {
      ...common,
      title: 'Olla comunitaria de La Esmeralda',
      place: 'Salón comunal',
      directions: 'Dos cuadras arriba de la iglesia.',
      organisers: 'Junta de La Esmeralda',
      needs: ['Faltan 3 personas en Cocina'],
    },
  },
  {
    format: 'tiras',
    id: '0199aaaa-0000-7000-8000-000000000001',
    texts: {
      ...common,
      title: 'Tardes de lectura con la abuela Rosa',
      place: 'Biblioteca del barrio Bolívar',
      organisers: 'Doña Rosa, Luis Güetio',
    },
  },
];

const [WIDTH, HEIGHT, GAP] = [330, 466, 24];

/** Draws the posters as the server does, next to each other, into a file. Poppler (`pdftoppm`) renders the PDFs. */
export async function takePostersPicture(path: string): Promise<void> {
  const pages = await Promise.all(
    posters.map(async ({ scene, ...poster }, index) => {
      const picture = scene && { file: (await drawnPicture(scene, 4)).buffer, width: 1200, height: 675 };
      const pdf = await drawPoster({
        ...poster,
        picture: picture ?? null,
        editedAt: new Date(NOW),
        brand: DEFAULT_BRAND,
      });
      const left = GAP + index * (WIDTH + GAP);
      return { input: await rendered(pdf), left, top: GAP };
    }),
  );
  const [width, height] = [GAP + pages.length * (WIDTH + GAP), HEIGHT + 2 * GAP];
  const shadows = pages.map(({ left, top }) => ({
    left: left + 3,
    top: top + 3,
    input: { create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#cfc7b8' } as const },
  }));
  await sharp({ create: { width, height, channels: 3, background: '#e5ddcf' } })
    .composite([...shadows, ...pages])
    .webp({ quality: 80 })
    .toFile(path);
}

/** The first page of a PDF as an image. */
async function rendered(pdf: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'minga-poster-'));
  try {
    await writeFile(join(folder, 'poster.pdf'), pdf);
    await promisify(execFile)('pdftoppm', ['-png', '-r', '160', '-singlefile', 'poster.pdf', 'poster'], {
      cwd: folder,
    });
    return await sharp(await readFile(join(folder, 'poster.png')))
      .resize(WIDTH, HEIGHT, { fit: 'fill' })
      .png()
      .toBuffer();
  } finally {
    await rm(folder, { recursive: true });
  }
}
