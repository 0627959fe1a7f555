/** Does what Electron's executable does with an app folder: reads its package.json and runs its real main entry. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { becomeReady, setAppFolder } from './app.ts';

const given = process.argv.slice(2);
const folder = resolve(given.find((argument) => !argument.startsWith('-')) ?? '.');
const { main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { main: string };
// Electron's own argv: the executable, its switches, the app's folder, the app's arguments.
Object.defineProperty(process.versions, 'electron', { value: '45.4.1', enumerable: true });
Object.defineProperty(process, 'resourcesPath', { value: import.meta.dirname });
process.argv = [process.execPath, ...given];
setAppFolder(folder);
await import(pathToFileURL(join(folder, main)).href);
await becomeReady();
