/** The program's version, inserted by the bundler; undefined when run from source. */
// oxlint-disable-next-line no-underscore-dangle -- the bundler's name for it
declare const __APP_VERSION__: string | undefined;

export const appVersion = typeof __APP_VERSION__ === 'string' ? __APP_VERSION__ : 'source';
