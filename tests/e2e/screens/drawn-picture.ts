import { pictureOf } from '../../../apps/api/src/demo/drawing.ts';
import { draw } from '../../../apps/api/src/platform/images/drawing.ts';

export type Scene = Parameters<typeof pictureOf>[0];

/** A JPEG file for an upload; `seed` varies it. */
export const drawnPicture = async (scene: Scene, seed: number) => ({
  name: `${scene}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await draw(pictureOf(scene, seed)),
});
