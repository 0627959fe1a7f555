/** From where a service may be reached: this computer, or others behind a proxy that has the TLS. */
import { isIP } from 'node:net';
import type { ServiceOptions } from '#service/server.ts';
import { exposureTexts as texts } from '#texts/terminal/serve.ts';
import { option, readOptions, refuse, type Arguments } from '#electron/cli/arguments/option-values.ts';

export const HIGHEST_PORT = 65_535;
const MOST_DELAY_SECONDS = 300;
const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

export const exposureOptions = {
  host: option.text,
  'public-url': option.text,
  'behind-proxy': option.flag,
  'trusted-proxies': option.list,
  'admin-port': option.wholeNumber(0, HIGHEST_PORT),
  'admin-host': option.text,
  'drain-delay': option.wholeNumber(0, MOST_DELAY_SECONDS),
};

/** @throws AppFailure `usage` where keys or records would travel in the clear, or links would lead nowhere. */
export function readExposure(args: Arguments): Partial<ServiceOptions> {
  const {
    publicUrl,
    behindProxy = false,
    drainDelay,
    trustedProxies = [],
    ...places
  } = readOptions(args, exposureOptions);
  const { host, adminHost, adminPort } = places;
  const isHere = host === undefined || loopback.has(host);
  if (!isHere && !behindProxy) refuse(texts.inTheClear(host));
  const baseUrl = publicUrl === undefined ? undefined : checkPublicUrl(publicUrl);
  if (baseUrl === undefined && (!isHere || behindProxy)) refuse(texts.noPublicUrl);
  if (adminHost !== undefined && adminPort === undefined) refuse(texts.adminHost);
  if (!trustedProxies.every(isNetwork)) refuse(texts.trustedProxies);
  return {
    ...places,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(drainDelay !== undefined && { drainDelayMilliseconds: drainDelay * 1_000 }),
    trustedProxies,
  };
}

function isNetwork(given: string): boolean {
  const [address = '', bits, ...rest] = given.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

/** Links lead there: it is the whole address of the service, as callers know it. */
function checkPublicUrl(given: string): string {
  const url = URL.parse(given);
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.has(url.hostname.replace(/[[\]]/g, '')));
  const isPlain = url?.search === '' && url.hash === '' && url.username === '';
  return url && isSafe && isPlain ? (url.origin + url.pathname).replace(/\/+$/, '') : refuse(texts.publicUrl);
}
