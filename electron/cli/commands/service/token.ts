/** Where `serve` has the CRM's token from: standard input, or a file that is read again when the CRM refuses it. */
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import type { HttpUpstreamOptions } from '../../../../service/upstream/http.ts';
import { fail } from '../../../../src/contract/errors.ts';
import { said, usage } from '#texts/terminal/cli.ts';
import { refuse } from '../../arguments/option-values.ts';
import type { Terminal } from '../../terminal.ts';

type Token = HttpUpstreamOptions['token'];

/** The token is a secret like the key: it never appears in an argument list. */
export async function readTokenLine({ input, interrupted }: Pick<Terminal, 'input' | 'interrupted'>): Promise<Token> {
  const given = await Promise.race([input.secretLine(said.tokenPrompt), once(interrupted, 'abort')]);
  if (interrupted.aborted) return fail({ code: 'cancelled' });
  const token = typeof given === 'string' ? given.trim() : '';
  return token === '' ? refuse(usage.tokenMissing) : () => token;
}

/** @throws AppFailure `usage` where the file cannot be read, is empty, or other people may read it. */
export function openTokenFile(path: string): Token {
  let token = readToken(path);
  return (refused) => {
    if (refused !== token) return token;
    try {
      token = readToken(path);
    } catch {
      // A file that is being replaced: the CRM's refusal is told until the next try.
    }
    return token;
  };
}

const OTHERS = 0o077;

function readToken(path: string): string {
  let text: string;
  try {
    // Windows has no such modes: access to the file is the operator's matter there.
    if (process.platform !== 'win32' && (statSync(path).mode & OTHERS) !== 0) return refuse(usage.tokenFileOpen(path));
    text = readFileSync(path, 'utf8');
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && 'path' in fault)) throw fault;
    return refuse(usage.tokenFileUnread(path, String(fault.code)));
  }
  const token = text.trim();
  return /^\S+$/.test(token) ? token : refuse(usage.tokenFileEmpty(path));
}
