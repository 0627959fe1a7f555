/** Texts about the options of the hosts with a page. */

export const launchHelp = `Usage: npm start -- [options]
   or: timelog-reports [options] [FILE.timelog]   where it is installed

Opens Timelog Reports in a window of its own, or in the browser where there is no
display or Electron's runtime is missing. At first it shows the built-in sample,
which needs no key.

  --workspace NAME    opens this workspace; default: the one that was open last
  --data-dir DIR      where workspaces are kept
  --sample-as-of DAY  the sample's last day, YYYY-MM-DD, when it is made
  --port N            in the browser: the port; default: any free one
  --no-open           in the browser: prints the address only
  --help, --version

The terminal has commands of its own: npx node out/cli.js --help,
or where it is installed timelog-reports status, and so on.
`;

export const launchNeeds = {
  value: (option: string) => `--${option} needs a value`,
  port: '--port needs a whole number from 0 to 65535',
  guarded: (option: string) =>
    `With --${option} the API key could go to a server that only pretends to be yours, or into a file: leave it out`,
  unwatched: (option: string) => `With --${option} another program could read what this one shows: leave it out`,
  day: '--sample-as-of needs a day as YYYY-MM-DD',
} as const;

/** @param near the option that was probably meant */
export function launchUsage(argument: string, near: string | undefined): string {
  return `There is no option "${argument}"${near === undefined ? '' : ` (did you mean "--${near}"?)`}: --help lists them`;
}
