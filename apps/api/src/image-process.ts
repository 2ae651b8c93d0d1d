// The entry point of the child process that platform/images/image-processor.ts starts.

import type { CardDrawing } from './modules/cards/render-card.ts';
import type { CertificateDrawing } from './modules/certificates/draw-certificate.ts';
import type { PosterDrawing } from './modules/posters/draw-poster.ts';
import type { PlaceCodeDrawing } from './modules/posters/rules.ts';
import { type Renderers, runTask, type Task } from './platform/images/image-tasks.ts';

/** The renderers are loaded on first use, since their libraries take many megabytes of memory. */
const renderers: Renderers = {
  certificate: async (drawing: CertificateDrawing) =>
    (await import('./modules/certificates/draw-certificate.ts')).drawCertificate(drawing),
  card: async (drawing: CardDrawing) => (await import('./modules/cards/render-card.ts')).renderCard(drawing),
  poster: async (drawing: PosterDrawing) =>
    (await import('./modules/posters/draw-poster.ts')).drawPoster(drawing),
  placeCode: async (drawing: PlaceCodeDrawing) =>
    (await import('./modules/posters/draw-place-code.ts')).drawPlaceCode(drawing),
  viewer: async () => (await import('./platform/http/reference-viewer.ts')).viewerScript(),
};

// The process ignores signals sent to the whole process group: the server receives them too, finishes its requests and kills
// this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
// When the server has exited, the process kills itself, since process.exit() would wait until libvips finishes.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', async (task: Task) => void process.send?.(await runTask(task, renderers)));
