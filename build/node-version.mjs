/** Refuses a Node that is too old in one sentence: under it hundreds of tests would fail, none of which names the reason. */

/** The Node of the packages and of Electron, which `npm run` finds before the machine's own. */
export const OWN_NODE = '24.0';

/**
 * @param {string} least
 * @param {string} remedy what to do, as the end of a sentence
 * @param {string} [version]
 * @returns {string | undefined} undefined: it will do
 */
export function describeOldNode(least, remedy, version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined;
  return `This is Node ${version}, and Node ${least} or later is needed: ${remedy}.`;
}

/**
 * @param {string} least
 * @param {string} remedy
 */
export function requireNode(least, remedy) {
  const refusal = describeOldNode(least, remedy);
  if (refusal === undefined) return;
  process.stderr.write(`${refusal}\n`);
  process.exit(1);
}
