/** What a program must run on, looked at before anything is loaded that older ones cannot load. It must stay nearly free of imports. */
import { nodeTooOld, noWindowHere } from '../src/texts/en/startup.ts';

const NODE_MAJOR = 24;

/** @param command what starts the program on the right Node */
export function hasRightNode(command: string): boolean {
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return true;
  return refuse(nodeTooOld(NODE_MAJOR, process.versions.node, command));
}

export function hasElectron(): boolean {
  return process.versions['electron'] !== undefined || refuse(noWindowHere);
}

function refuse(sentence: string): false {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 2;
  return false;
}
