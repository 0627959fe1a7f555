/** Reads the options of a campaign: a wrong one ends it with one sentence and exit code 2. */
import { parseArgs, type ParseArgsConfig } from 'node:util';

export function parseOptions<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const known = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    // Its first sentence says what is wrong; the others are of positional arguments.
    process.stderr.write(`${error.message.split('. ')[0]}: the options are ${known.join(', ')}.\n`);
    process.exit(2);
  }
}
