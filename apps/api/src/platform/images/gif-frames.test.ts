import { describe, expect, it } from 'vitest';
import { animation, noise } from '../../../test/pictures.ts';
import { countGifFrames } from './gif-frames.ts';

describe('countGifFrames', () => {
  it('counts without decoding', async () => {
    expect(countGifFrames(await noise(20, 10).gif().toBuffer())).toBe(1);
    expect(countGifFrames(await animation(20, 10, [100, 200, 300]))).toBe(3);
  });

  it('detects truncation at any byte', async () => {
    const whole = await animation(8, 8, [100, 200]);
    for (let length = 13; length < whole.length; length += 1) {
      expect(countGifFrames(whole.subarray(0, length)), `cut to ${length} bytes`).toBeNull();
    }
  });

  it('ignores data after the end', async () => {
    const whole = await animation(8, 8, [100, 200]);
    expect(countGifFrames(Buffer.concat([whole, Buffer.alloc(9)]))).toBe(2);
  });
});
