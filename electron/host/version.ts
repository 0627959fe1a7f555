/** What the bundler inserts of the program's version and origin; none of it is there when it is run from source. */
// oxlint-disable no-underscore-dangle -- the bundler's names for them
declare const __APP_VERSION__: string | undefined;
declare const __RELEASE_DAY__: string | undefined;
declare const __RELEASES_PAGE__: string | undefined;

export const appVersion = typeof __APP_VERSION__ === 'string' ? __APP_VERSION__ : 'source';

/** The day of what it was built from, `YYYY-MM-DD`; undefined: no release. */
export const releaseDay = (typeof __RELEASE_DAY__ === 'string' && __RELEASE_DAY__) || undefined;

/** Where newer versions are offered; undefined: none was named when it was built. */
export const releasesPage = (typeof __RELEASES_PAGE__ === 'string' && __RELEASES_PAGE__) || undefined;
