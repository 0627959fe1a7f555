/** Another program on the data of a running one: it is refused in a sentence and changes nothing. */
import { startBrowserHost } from '#tests/e2e/support/browser-process.ts';
import { run } from '#tests/support/hosts/terminal.ts';

const IN_USE = 7;

/** @returns what is wrong. */
export async function findWrongSecond(data: string): Promise<string[]> {
  const place = ['--data-dir', data, '--workspace', 'default'];
  const wrong: string[] = [];
  const said = await startBrowserHost(['--no-open', ...place]).then(
    async (host) => (await host.stop(), 'a second browser host was let in'),
    (error: unknown) => String(error),
  );
  if (!/ended with 1 [^\n]*has this workspace open[^\n]*\n$/.test(said)) wrong.push(said);
  const { code, stderr } = await run(['status', '--json', ...place]);
  if (code !== IN_USE) wrong.push(`the terminal beside it ended with ${code}: ${stderr}`);
  return wrong;
}
