/**
 * In the first tier a store of the projects `unit-long` and `integration` takes one thread, as on a machine with one core: every core has a
 * worker of its own, and more threads for some hundred records cost a sixth. The second tier has the threads of the machine.
 */
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

if (process.env['TIER'] !== 'all') {
  os.availableParallelism = () => 1;
  syncBuiltinESMExports();
}
