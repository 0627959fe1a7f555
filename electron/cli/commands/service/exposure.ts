/** From where a service may be reached: this computer, or others over TLS of its own or behind a proxy that has it. */
import { resolve } from 'node:path';
import type { ServiceOptions } from '../../../../service/server.ts';
import { exposureTexts as texts } from '#texts/terminal/serve.ts';
import type { Arguments } from '../../arguments/arguments.ts';
import { flag, refuse, text } from '../../arguments/option-values.ts';

export const exposureOptions = {
  host: 'text',
  'public-url': 'text',
  'tls-cert': 'text',
  'tls-key': 'text',
  'behind-proxy': 'flag',
} as const;

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

/** @throws AppFailure `usage` where keys or records would travel in the clear, or links would lead nowhere. */
export function readExposure(args: Arguments): Pick<ServiceOptions, 'host' | 'baseUrl' | 'tls'> {
  const host = text(args, 'host');
  const isHere = host === undefined || loopback.has(host);
  const certificate = text(args, 'tls-cert');
  const key = text(args, 'tls-key');
  const behindProxy = flag(args, 'behind-proxy');
  if ((certificate === undefined) !== (key === undefined)) refuse(texts.pair);
  if (certificate !== undefined && behindProxy) refuse(texts.either);
  if (!isHere && certificate === undefined && !behindProxy) refuse(texts.inTheClear(host));
  const baseUrl = readPublicUrl(args);
  if (baseUrl === undefined && (!isHere || behindProxy)) refuse(texts.noPublicUrl);
  return {
    ...(host !== undefined && { host }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(certificate !== undefined &&
      key !== undefined && { tls: { certificate: resolve(certificate), key: resolve(key) } }),
  };
}

/** Links lead there: it is the whole address of the service, as callers know it. */
function readPublicUrl(args: Arguments): string | undefined {
  const given = text(args, 'public-url');
  if (given === undefined) return undefined;
  const url = URL.parse(given);
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.has(url.hostname.replace(/[[\]]/g, '')));
  const isPlain = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return url && isSafe && isPlain ? url.origin : refuse(texts.publicUrl);
}
