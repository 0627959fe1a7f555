/** Loads a saved workspace as the app does, to be killed meanwhile: `node load-child.ts DATA FILE`. Prints its progress. */
import { createApp } from '#electron/app/app.ts';
import { createAppClient } from '#electron/cli/arguments/command.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';

const [data = '', file = ''] = process.argv.slice(2);
const host = quietHost({ chooseSource: async () => ({ path: file }) });
const app = await createApp({ host, version: 'test', dataDirectory: data, workspace: 'default' });
console.log('open');
await createAppClient(app).call('workspace.load', { name: 'default' });
console.log('loaded');
await app.close();
