/** The program's version, put in by the bundler; run from source there is none. */
// oxlint-disable-next-line no-underscore-dangle -- the bundler's name for it
declare const __APP_VERSION__: string | undefined;

export const appVersion = typeof __APP_VERSION__ === 'string' ? __APP_VERSION__ : 'source';
