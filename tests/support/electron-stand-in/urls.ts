/** Chromium knows no schemes of the app's own, so a page of `app://timelog/` lives at `https://timelog.app.localhost/`. */

const suffix = '.localhost';

export function toPageUrl(url: string, schemes: ReadonlySet<string>): string {
  const { protocol, host, pathname, search, hash } = new URL(url);
  const scheme = protocol.slice(0, -1);
  return schemes.has(scheme) ? `https://${host}.${scheme}${suffix}${pathname}${search}${hash}` : url;
}

export function fromPageUrl(url: string, schemes: ReadonlySet<string>): string {
  if (!URL.canParse(url)) return url;
  const { protocol, host, pathname, search, hash } = new URL(url);
  if (protocol !== 'https:' || !host.endsWith(suffix)) return url;
  const [scheme = '', ...rest] = host.slice(0, -suffix.length).split('.').toReversed();
  return schemes.has(scheme) ? `${scheme}://${rest.toReversed().join('.')}${pathname}${search}${hash}` : url;
}
