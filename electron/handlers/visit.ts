/** Tells which state of the records the last visit saw. */
import { Visits } from '../questions/visits.ts';
import type { Handlers } from './shared/handlers.ts';
import type { Parts } from './shared/context.ts';

export function visitHandlers(parts: Parts): Pick<Handlers, 'workspace.visit'> {
  const visits = new Visits();
  return { 'workspace.visit': async () => visits.continue(parts.workspace()) };
}
