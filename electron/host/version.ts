/** Reads the program's version and origin, which the bundler inserts; a program that runs from source has neither. */
// oxlint-disable no-underscore-dangle -- the bundler's names
declare const __APP_VERSION__: string | undefined;
declare const __RELEASE_DAY__: string | undefined;
declare const __RELEASES_PAGE__: string | undefined;

export const appVersion = typeof __APP_VERSION__ === 'string' ? __APP_VERSION__ : 'source';

/** The day of the release's sources, `YYYY-MM-DD`; undefined for anything but a release. */
export const releaseDay = (typeof __RELEASE_DAY__ === 'string' && __RELEASE_DAY__) || undefined;

/** The page that offers newer versions; undefined when the build named none. */
export const releasesPage = (typeof __RELEASES_PAGE__ === 'string' && __RELEASES_PAGE__) || undefined;
