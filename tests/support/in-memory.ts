/**
 * In the first tier temporary folders are in memory, where there is room: no test there is of a disk that loses its power, and a store waits
 * for the disk longer than it reckons. The second tier is on the disk.
 */
import { statfsSync } from 'node:fs';
import { scratchPlace } from './stores/scratch-place.ts';

const ENOUGH_BYTES = 2 ** 30;

const place = scratchPlace();
const { bavail, bsize } = statfsSync(place);
if (process.env['TIER'] !== 'all' && bavail * bsize > ENOUGH_BYTES) process.env['TMPDIR'] = place;
