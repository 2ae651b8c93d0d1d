import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { BLOCK, encodeHeader, paddingAfter } from './tar-header.ts';

type Content = AsyncIterable<Buffer> | Iterable<Buffer>;

interface Written {
  readonly bytes: number;
  /** Hash of the content, in hexadecimal. */
  readonly sha256: string;
}

export interface ArchiveWriter {
  /** Appends a file of unknown length. */
  add(name: string, content: Content): Promise<Written>;
  /** Writes the end-of-archive blocks. */
  finish(): Promise<void>;
}

/** Writes a tar into an empty file as a stream. */
export function createArchiveWriter(file: FileHandle, madeAt: Date): ArchiveWriter {
  let position = 0;

  async function append(bytes: Buffer): Promise<void> {
    await writeAt(file, bytes, position);
    position += bytes.length;
  }

  return {
    async add(name, content) {
      const start = position;
      position += BLOCK;
      const hash = createHash('sha256');
      for await (const chunk of content) {
        hash.update(chunk);
        await append(chunk);
      }
      const bytes = position - start - BLOCK;
      await append(Buffer.alloc(paddingAfter(bytes)));
      // The header precedes the content but contains its length, which is known only now.
      await writeAt(file, encodeHeader({ name, size: bytes }, madeAt), start);
      return { bytes, sha256: hash.digest('hex') };
    },
    finish: () => append(Buffer.alloc(2 * BLOCK)),
  };
}

/** A single write can be partial. */
async function writeAt(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
