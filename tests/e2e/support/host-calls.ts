/** What tests ask of a host by its contract, and the files it gives to a person. */
import type { Input, Method, Output } from '#contract/api.ts';
import type { ProvingService } from '#tests/support/hosts/proving-service.ts';
import { expect, type HostInUse } from './test.ts';

/** @throws with the error's code where the host refuses */
export async function ask<M extends Method>(
  { call }: Pick<HostInUse, 'call'>,
  method: M,
  input: Input<M>,
): Promise<Output<M>> {
  const result = await call(method, input);
  if (!result.ok) throw new Error(`${method}: ${result.error.code}`);
  return result.value as Output<M>;
}

/** Connects the host to a service, and reads all of it where the test begins with records. The page is loaded anew. */
export async function connectTo(
  host: HostInUse,
  { url, key }: Pick<ProvingService, 'url' | 'key'>,
  { name = 'default', isDownloaded = true } = {},
): Promise<void> {
  await ask(host, 'workspace.connect', { name, baseUrl: url, key });
  if (isDownloaded) expect(await ask(host, 'sync.run', {})).toMatchObject({ status: 'complete' });
  await host.page.reload();
}

/** Opens a workspace without records or a service, and the page anew. */
export async function openEmpty(host: HostInUse): Promise<void> {
  await ask(host, 'workspace.open', { name: 'default' });
  await host.page.reload();
}

/** The desktop asks with the system's own dialogs, which need a person: from now on they mean these files. */
export async function answerDialogs({ electron }: HostInUse, saved: string, opened = saved): Promise<void> {
  await electron?.evaluate(
    ({ dialog }, [filePath = '', chosen = '']) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    },
    [saved, opened],
  );
}

/** Presses what saves one file, which is then at this path. */
export async function saveFile(host: HostInUse, path: string, press: () => Promise<void>): Promise<void> {
  await answerDialogs(host, path);
  const coming = host.electron ? undefined : host.page.waitForEvent('download');
  await press();
  await (await coming)?.saveAs(path);
}
