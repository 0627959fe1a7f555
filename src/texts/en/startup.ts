/** What is said before the program itself is loaded. It must stay free of imports: an older Node reads it too. */

export function nodeTooOld(needed: number, found: string): string {
  return `This needs Node ${needed} or later and runs on ${found}: start it with "npx node out/cli.js".`;
}
