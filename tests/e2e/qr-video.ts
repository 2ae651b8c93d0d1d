import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeQR } from 'qr';

/** The video of this worker's fake camera. Chromium reads it each time that the camera is opened. */
export const CAMERA_VIDEO = join(tmpdir(), `minga-door-${process.pid}.y4m`);

/** Arguments of Chromium: a camera that shows the video, with the user's permission. */
export const FAKE_CAMERA = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${CAMERA_VIDEO}`,
];

const [WIDTH, HEIGHT] = [640, 480];
const FRAMES = 5;
const MODULE_PIXELS = 8;
/** Luma and neutral chroma. */
const [BLACK, WHITE, GREY] = [16, 235, 128];

/** Writes a video (YUV4MPEG2) that shows the QR code of a text, for Chromium's fake camera, which repeats it. */
export async function writeQrVideo(file: string, text: string): Promise<void> {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const side = modules.length * MODULE_PIXELS;
  const [left, top] = [Math.floor((WIDTH - side) / 2), Math.floor((HEIGHT - side) / 2)];
  const luma = Buffer.alloc(WIDTH * HEIGHT, WHITE);
  for (const [row, line] of modules.entries())
    for (const [column, isDark] of line.entries()) {
      if (!isDark) continue;
      for (let y = 0; y < MODULE_PIXELS; y += 1) {
        const start = (top + row * MODULE_PIXELS + y) * WIDTH + left + column * MODULE_PIXELS;
        luma.fill(BLACK, start, start + MODULE_PIXELS);
      }
    }
  const frame = [Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, GREY)];
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420\n`);
  await writeFile(file, Buffer.concat([header, ...Array.from({ length: FRAMES }, () => frame).flat()]));
}
