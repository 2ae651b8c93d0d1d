import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { postgresProcessesIn } from '../../src/platform/database/embedded-processes.ts';
import { dataFolder, type ExitResult, runMinga, startMinga } from './minga-process.ts';

/** One clear sentence for people, exit code 1, and no stack trace. */
function expectSentence({ code, stdout, stderr }: ExitResult, sentence: RegExp): void {
  expect({ code, stdout, lines: stderr.trim().split('\n').length }).toEqual({
    code: 1,
    stdout: '',
    lines: 1,
  });
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/ at .*:\d+/);
}

test('a wrong setting', async () => {
  expectSentence(await runMinga({ PORT: 'ochenta' }), /^El ajuste PORT no es válido: debe ser un puerto/);
});

test('a data folder that cannot be written', async () => {
  const folder = await dataFolder();
  await writeFile(join(folder, 'archivo'), '');
  const ending = await runMinga({ DATA_DIR: join(folder, 'archivo', 'datos') });
  expectSentence(ending, /^No se puede usar la carpeta de datos .*archivo.datos \(ENOTDIR\): revisa/);
});

test('a database that cannot be reached', async () => {
  const ending = await runMinga({ DATABASE_URL: 'postgres://ana:secreto@127.0.0.1:9/minga' });
  expectSentence(
    ending,
    /^No hay conexión con la base de datos de DATABASE_URL en 127\.0\.0\.1:9 \(ECONNREFUSED\)/,
  );
  expect(ending.stderr).not.toContain('secreto');
});

test('a port that is taken; the database that was started for it is stopped again', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const folder = await dataFolder();
  const ending = await runMinga({ DATA_DIR: folder, PORT: String(port) });
  expectSentence(ending, /^El puerto \d+ de 127\.0\.0\.1 ya está ocupado: .* elige otro con PORT/);
  await expect.poll(() => postgresProcessesIn(join(folder, 'postgres'))).toEqual([]);
});

test('a second one on the same folder and port fails without harm to the first', async () => {
  const folder = await dataFolder();
  const first = await startMinga({ DATA_DIR: folder });
  const ending = await runMinga({ DATA_DIR: folder, PORT: new URL(first.address).port });
  expectSentence(ending, /ya está ocupado/);
  expect((await fetch(`${first.address}/readyz`)).status).toBe(200);
});
