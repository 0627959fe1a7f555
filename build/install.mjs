/** Installs what is missing, and says in one sentence why where it cannot: what needs it would fail later, without naming the reason. */

/** @typedef {import('./install.mjs').Machine} Machine */
/** @typedef {import('./install.mjs').Outcome} Outcome */

/** What may be over soon, as apt and npm say it: trouble with the network, and the lists of packages held by another apt. */
const PASSING_TROUBLE =
  /^.*(failed to fetch|could not (resolve|connect|get lock)|temporary failure|time(d |)out|EAI_AGAIN|ENOTFOUND|ECONN|ENETUNREACH|EHOSTUNREACH|socket hang up|network).*$/im;
/** Another apt that installs, such as a new machine's own updates, is waited for by apt itself. */
const LOCK_TIMEOUT = ['-o', 'DPkg::Lock::Timeout=300'];

/**
 * Tries again what may pass; anything else would fail again.
 * @param {Pick<Machine, 'say' | 'pause' | 'pausesSeconds'>} machine
 * @param {string} subject as it begins a sentence
 * @param {() => Outcome} attempt
 * @returns {Outcome} the last one
 */
export function installWithRetries({ say, pause, pausesSeconds }, subject, attempt) {
  let outcome = attempt();
  for (const seconds of pausesSeconds) {
    const trouble = PASSING_TROUBLE.exec(outcome.errors)?.[0];
    if (outcome.ok || trouble === undefined) break;
    say(`${subject} could not be installed yet (${trouble.trim()}): trying again in ${seconds} seconds …`);
    pause(seconds);
    outcome = attempt();
  }
  return outcome;
}

/**
 * @param {readonly import('./install.mjs').SystemPart[]} parts
 * @param {Machine} machine
 * @param {readonly string[]} [options] of apt-get
 * @returns {string | undefined} why some are missing still, as one sentence
 */
export function installParts(parts, machine, options = []) {
  const findMissing = () => parts.filter(({ isThere }) => !isThere()).map(({ packageName }) => packageName);
  const missing = findMissing();
  if (missing.length === 0) return undefined;
  const byHand = `run "apt-get install ${missing.join(' ')}" as root and start this again`;
  if (!machine.hasApt)
    return `The tests need ${missing.join(', ')}, and this system has no apt-get: install them by hand.`;
  const rights = machine.findRights();
  if (rights === 'none') return `The tests need ${missing.join(', ')}, which this user may not install: ${byHand}.`;
  machine.say(`Installing ${missing.join(', ')} (Debian packages) …`);
  /** @param {string[]} args */
  const apt = (...args) => {
    const call = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...LOCK_TIMEOUT, ...options, ...args];
    const [command = '', ...rest] = rights === 'root' ? call : ['sudo', '-n', ...call];
    return machine.run(command, rest);
  };
  installWithRetries(machine, 'Debian packages', () => {
    // A source of packages that these are not from may fail: whether they can be installed is what counts.
    const updated = apt('update');
    const installed = apt('install', '-y', '--no-install-recommends', ...missing);
    return { ok: installed.ok, errors: updated.errors + installed.errors };
  });
  const left = findMissing();
  return left.length === 0 ? undefined : `The tests need ${left.join(', ')}, which could not be installed: ${byHand}.`;
}
