/** Prism (@stoplight/prism-cli), as its makers ship it, between a caller and a service. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export const PACKAGE = '@stoplight/prism-cli';
/** The version that the figures in docs/topics/the-service.md were measured with. */
export const VERSION = '5.16.0';

export interface Prism {
  readonly url: string;
  stop(): Promise<void>;
}

/** @param folder with the package in its node_modules. @throws where it is not there in the version that is meant. */
export function requireProgram(folder: string): string {
  const home = join(folder, 'node_modules', PACKAGE);
  const read = () => (JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }).version;
  let version: string;
  try {
    version = read();
  } catch {
    throw new Error(
      `There is no ${PACKAGE} in ${folder}. Run there: npm install --ignore-scripts ${PACKAGE}@${VERSION}`,
    );
  }
  if (version !== VERSION) throw new Error(`${folder} has ${PACKAGE} ${version}; ${VERSION} is meant.`);
  return join(home, 'dist/index.js');
}

/** Answers that the document does not allow become errors of Prism's own. @param to the service's address. */
export async function startPrism(program: string, document: object, to: string): Promise<Prism> {
  const folder = await mkdtemp(join(tmpdir(), 'prism-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const port = await findFreePort();
  const options = ['--errors', '--validate-request=false', '--host', '127.0.0.1', '--port', String(port)];
  const child = spawn(process.execPath, [program, 'proxy', file, to, ...options, '--verboseLevel', 'fatal'], {
    cwd: folder,
    stdio: 'ignore',
    env: { PATH: process.env['PATH'] },
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  while (!(await listens(port))) {
    if (child.exitCode !== null) {
      await stop();
      throw new Error(`Prism ended with ${child.exitCode} before it listened.`);
    }
    await wait(50);
  }
  return { url: `http://127.0.0.1:${port}`, stop };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
