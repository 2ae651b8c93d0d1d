import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readCommit, version } from './version.ts';

const SHA = '0123456789abcdef0123456789abcdef01234567';
const folder = mkdtempSync(join(tmpdir(), 'minga-version-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each<[checkout: string, files: Record<string, string>, expected: string | null]>([
  ['a branch', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${SHA}\n` }, '0123456'],
  [
    'a branch whose reference is packed',
    {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/packed-refs': `# pack-refs with: peeled\n${'f'.repeat(40)} refs/remotes/origin/main\n${SHA} refs/heads/main\n`,
    },
    '0123456',
  ],
  ['a commit without a branch', { '.git/HEAD': `${SHA}\n` }, '0123456'],
  [
    'a work tree',
    {
      '.git': 'gitdir: clone/.git/worktrees/one\n',
      'clone/.git/worktrees/one/HEAD': 'ref: refs/heads/one\n',
      'clone/.git/worktrees/one/commondir': '../..\n',
      'clone/.git/refs/heads/one': `${SHA}\n`,
    },
    '0123456',
  ],
  ['a branch without a commit', { '.git/HEAD': 'ref: refs/heads/main\n' }, null],
  ['a folder without git', { 'README.md': 'Minga\n' }, null],
])('reads the commit of %s', (checkout, files, expected) => {
  const base = join(folder, checkout);
  for (const [name, contents] of Object.entries(files)) {
    mkdirSync(dirname(join(base, name)), { recursive: true });
    writeFileSync(join(base, name), contents);
  }
  expect(readCommit(join(base, '.git'))).toBe(expected);
});

it('names the commit that is checked out here', () => {
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  expect(version.commit).toBe(head.slice(0, 7));
});
