/** The options that mean the same for every command. */
import { usage } from '#texts/terminal/cli.ts';
import { parseBaseUrl } from '../../client/origin.ts';
import type { Arguments } from './arguments.ts';
import type { OptionKinds } from './arguments.ts';
import { flag, notNegative, refuse, text, wholeNumber } from './option-values.ts';
import { isWorkspaceName } from '../../../src/domain/workspace-name.ts';

export const globalOptions: OptionKinds = {
  workspace: 'text',
  'data-dir': 'text',
  'base-url': 'text',
  'key-stdin': 'flag',
  'quota-limit': 'text',
  rate: 'text',
  json: 'flag',
  help: 'flag',
  version: 'flag',
};

const SAMPLE = 'sample';

export interface GlobalOptions {
  readonly workspace: string;
  /** As given; the resolution is the same for every host. */
  readonly dataDirectory: string | undefined;
  /** Scheme, host and port. */
  readonly baseUrl: string | undefined;
  readonly keyFromInput: boolean;
  readonly quotaLimit: number | undefined;
  /** Requests a second, 0 = unlimited. */
  readonly rate: number | undefined;
  readonly json: boolean;
}

/** @throws AppFailure `usage`, `address-refused` */
export function readGlobalOptions(args: Arguments): GlobalOptions {
  const workspace = text(args, 'workspace') ?? 'default';
  if (!isWorkspaceName(workspace)) refuse(usage.workspace);
  const baseUrl = text(args, 'base-url');
  if (workspace === SAMPLE && baseUrl !== undefined) refuse(usage.sampleAddress);
  return {
    workspace,
    dataDirectory: text(args, 'data-dir'),
    baseUrl: baseUrl === undefined ? undefined : parseBaseUrl(baseUrl),
    keyFromInput: flag(args, 'key-stdin'),
    quotaLimit: wholeNumber(args, 'quota-limit', 1),
    rate: notNegative(args, 'rate'),
    json: flag(args, 'json'),
  };
}
