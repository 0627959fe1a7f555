/** The options of the two hosts with a page. Unknown ones pass: Electron and Chromium have switches of their own. */
import { parseArgs } from 'node:util';

export interface LaunchOptions {
  readonly dataDirectory: string | undefined;
  /** Without one, the workspace that was open last, at first the sample. */
  readonly workspace: string | undefined;
  /** `YYYY-MM-DD`; anchors a new sample workspace. */
  readonly sampleAsOf: string | undefined;
  /** Browser host: 0 is any free one. */
  readonly port: number;
  /** Browser host: whether a browser may be opened. */
  readonly open: boolean;
}

/** @param args without the executable and the script. */
export function readLaunchOptions(args: readonly string[]): LaunchOptions {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    options: {
      'data-dir': { type: 'string' },
      workspace: { type: 'string' },
      'sample-as-of': { type: 'string' },
      port: { type: 'string' },
      'no-open': { type: 'boolean' },
    },
  });
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return {
    dataDirectory: text(values['data-dir']),
    workspace: text(values.workspace),
    sampleAsOf: text(values['sample-as-of']),
    port: portOf(text(values.port)),
    open: values['no-open'] !== true,
  };
}

function portOf(given: string | undefined): number {
  const port = Number(given ?? 0);
  return Number.isInteger(port) && port >= 0 && port <= 65_535 ? port : 0;
}
