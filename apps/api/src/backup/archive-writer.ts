import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { BLOCK, encodeHeader, paddingAfter } from './tar-header.ts';

type Content = AsyncIterable<Buffer> | Iterable<Buffer>;

interface Written {
  readonly bytes: number;
  /** Of the content, in hexadecimal. */
  readonly sha256: string;
}

export interface ArchiveWriter {
  /** Appends a file whose length is known once its content has come to an end. */
  add(name: string, content: Content): Promise<Written>;
  /** Writes what ends a tar. */
  finish(): Promise<void>;
}

/** Writes a tar into an empty file, holding no more of it than what is being written. */
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
      // Only now is the length known that stands before the content.
      await writeAt(file, encodeHeader({ name, size: bytes }, madeAt), start);
      return { bytes, sha256: hash.digest('hex') };
    },
    finish: () => append(Buffer.alloc(2 * BLOCK)),
  };
}

/** One write may take less than it was given. */
async function writeAt(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
