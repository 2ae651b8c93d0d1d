import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { postgresProcessesIn } from '../../src/platform/database/embedded-server.ts';
import { testDatabase } from '../database.ts';
import { dataFolder, type ExitResult, preparedFolder, runMinga, startMinga } from './minga-process.ts';

/** Expects exit code 1 and one sentence on stderr, without a stack trace. */
function expectSentence({ code, stdout, stderr }: ExitResult, sentence: RegExp): void {
  expect({ code, stdout, lines: stderr.trim().split('\n').length }).toEqual({
    code: 1,
    stdout: '',
    lines: 1,
  });
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/ at .*:\d+/);
}

test('an invalid setting, without its value', async () => {
  expectSentence(await runMinga({ PORT: 'ochenta' }), /^El ajuste PORT no es válido: debe ser un puerto/);
  const unencoded = await runMinga({ DATABASE_URL: 'postgres://minga:12#secreto@127.0.0.1/minga' });
  expectSentence(unencoded, /^El ajuste DATABASE_URL no es válido: .* codificados/);
  expect(unencoded.stderr).not.toContain('secreto');
});

test('a data folder that cannot be written', async () => {
  const folder = await dataFolder();
  await writeFile(join(folder, 'archivo'), '');
  const result = await runMinga({ DATA_DIR: join(folder, 'archivo', 'datos') });
  expectSentence(
    result,
    /^No se puede usar la carpeta de datos .*archivo.datos \(ENOTDIR\): revisa .*Una parte de la ruta no es una carpeta/,
  );
});

test('a data folder that cannot be made, with an external database', async () => {
  const folder = await dataFolder();
  await writeFile(join(folder, 'archivo'), '');
  const settings = { DATA_DIR: join(folder, 'archivo', 'datos'), DATABASE_URL: (await testDatabase()).url };
  expectSentence(
    await runMinga(settings),
    /^No se puede usar la carpeta de datos .*archivo.datos \(ENOTDIR\)/,
  );
});

test('a database that cannot be reached', async () => {
  const result = await runMinga({ DATABASE_URL: 'postgres://ana:secreto@127.0.0.1:9/minga' });
  expectSentence(
    result,
    /^No hay conexión con la base de datos de DATABASE_URL en 127\.0\.0\.1:9 \(ECONNREFUSED\): revisa .*El servidor rechazó la conexión, porque no está en marcha/,
  );
  expect(result.stderr).not.toContain('secreto');
});

test('an occupied port; the database is stopped again', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const folder = await preparedFolder();
  const result = await runMinga({ DATA_DIR: folder, PORT: String(port) });
  expectSentence(result, /^El puerto \d+ de 127\.0\.0\.1 ya está ocupado: .* elige otro con PORT/);
  await expect.poll(() => postgresProcessesIn(join(folder, 'postgres'))).toEqual([]);
});

test('a second process on the same folder and port fails and leaves the first unaffected', async () => {
  const folder = await preparedFolder();
  const first = await startMinga({ DATA_DIR: folder });
  const result = await runMinga({ DATA_DIR: folder, PORT: new URL(first.address).port });
  expectSentence(result, /ya está ocupado/);
  expect((await fetch(`${first.address}/readyz`)).status).toBe(200);
});
