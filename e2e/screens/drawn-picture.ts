import { drawPicture } from '../../apps/api/src/demo/drawing.ts';

export type Scene = Parameters<typeof drawPicture>[0];

/** A picture as somebody would choose it; `seed` varies it. */
export const drawnPicture = async (scene: Scene, seed: number) => ({
  name: `${scene}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await drawPicture(scene, seed),
});
