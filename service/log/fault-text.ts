/** Faults as one line for operators, without anything that could be a secret. */

const DEEPEST = 5;
const LONGEST = 400;

/** @returns each fault of the chain with its code and message, the outermost first. */
export function describeFault(fault: unknown): string {
  return describeChain(fault, (each) => [each.name, readCode(each), hideSecrets(each.message)]);
}

/** Messages of calls to the upstream may quote their headers, the token among them: only names and codes are told. */
export function describeCall(fault: unknown): string {
  return describeChain(fault, (each) => [each.name, readCode(each)]);
}

function describeChain(fault: unknown, words: (each: Error) => readonly string[]): string {
  const told: string[] = [];
  let each = fault;
  while (each instanceof Error && told.length < DEEPEST) {
    told.push(
      words(each)
        .filter((word) => word !== '')
        .join(' '),
    );
    each = each.cause;
  }
  if (told.length === 0) told.push(typeof fault);
  return told.join(' < ').replace(/\s+/g, ' ').slice(0, LONGEST);
}

function readCode(fault: Error): string {
  const code = 'code' in fault ? fault.code : undefined;
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : '';
}

/** Keys, tokens and credentials in addresses; a long run of letters and digits is one until proven otherwise. */
function hideSecrets(text: string): string {
  return text
    .replace(/bearer\s+[^"'\n]*/gi, 'Bearer [hidden]')
    .replace(/\/\/[^/\s@]*@/g, '//[hidden]@')
    .replace(/[\w+=~-]{24,}/g, '[hidden]');
}

const wordPattern = /^[\w-]{1,64}$/;

/** @returns the text where it is a name of 64 letters, digits, `_` and `-` at most: what another server sends is not trusted with lines of the log. */
export function readName(text: unknown): string | undefined {
  return typeof text === 'string' && wordPattern.test(text) ? text : undefined;
}
