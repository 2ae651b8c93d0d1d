import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/run.ts';

interface ProxyParts {
  /** The proxy's own files. */
  readonly folder: string;
  readonly host: string;
  readonly httpPort: number;
  readonly httpsPort: number;
  readonly mingaPort: number;
}

export interface ShippedProxy {
  readonly name: string;
  /** The command that prints the version. */
  readonly version: readonly [command: string, ...args: string[]];
  start(parts: ProxyParts): Promise<ChildProcess>;
}

const caddy: ShippedProxy = {
  name: 'Caddy with deploy/Caddyfile',
  version: ['caddy', 'version'],
  start: async ({ folder, host, httpPort, httpsPort, mingaPort }) => {
    // Only the ports and the certificate authority are the test's own, besides the options of the shipped file.
    const globals = ['admin off', 'local_certs', 'skip_install_trust'];
    const ports = [`http_port ${httpPort}`, `https_port ${httpsPort}`];
    const shipped = await readFile(join(root, 'deploy/Caddyfile'), 'utf8');
    const config = shipped.replace(/^\{$/m, () => ['{', ...globals, ...ports].join('\n\t'));
    const path = join(folder, 'Caddyfile');
    await writeFile(path, config);
    return spawnProxy('caddy', ['run', '--config', path, '--adapter', 'caddyfile'], {
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      MINGA_HOST: host,
      MINGA_PROCESSES: `127.0.0.1:${mingaPort}`,
    });
  },
};

const nginx: ShippedProxy = {
  name: 'nginx with deploy/nginx.conf',
  version: ['nginx', '-v'],
  start: async ({ folder, host, httpPort, httpsPort, mingaPort }) => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const selfSigned = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    const named = ['-keyout', key, '-out', certificate, '-days', '2', '-subj', `/CN=${host}`];
    execFileSync('openssl', [...selfSigned, ...named], { stdio: 'ignore' });
    const site = (await readFile(join(root, 'deploy/nginx.conf'), 'utf8'))
      .replaceAll(/\/etc\/letsencrypt\/\S+fullchain\.pem/g, certificate)
      .replaceAll(/\/etc\/letsencrypt\/\S+privkey\.pem/g, key)
      .replaceAll('/var/log/nginx', folder)
      .replaceAll('minga.example.org', host)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${mingaPort}`)
      .replaceAll(/(listen (?:\[::\]:)?)80;/g, `$1${httpPort};`)
      .replaceAll(/(listen (?:\[::\]:)?)443 /g, `$1${httpsPort} `);
    await writeFile(join(folder, 'site.conf'), site);
    const path = join(folder, 'nginx.conf');
    const files = `pid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\n`;
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map(name => `${name}_temp_path ${folder}/${name};`)
      .join('\n');
    await writeFile(
      path,
      `daemon off;\n${files}events {}\nhttp {\naccess_log off;\n${temporary}\ninclude ${folder}/site.conf;\n}\n`,
    );
    return spawnProxy('nginx', ['-c', path, '-p', folder], {});
  },
};

export const proxies: readonly ShippedProxy[] = [caddy, nginx];

export function isInstalled({ version: [command, ...args] }: ShippedProxy): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).error === undefined;
}

const spawnProxy = (command: string, args: string[], environment: Record<string, string>): ChildProcess =>
  spawn(command, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'ignore', 'pipe'] });
