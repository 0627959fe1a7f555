/** The browser's Temporal, or a polyfill, which is a tenth of the page's code and therefore loaded only if the browser has none. */
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');

export const Temporal: unknown = Reflect.get(globalThis, 'Temporal');
