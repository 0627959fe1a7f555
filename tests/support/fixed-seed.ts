/** In the first tier a random test takes the same seed each time, so that a red one tells of the change; `npm run test:all` takes a new one. */
import * as fc from 'fast-check';

if (process.env['TIER'] !== 'all') fc.configureGlobal({ seed: 20261126 });
