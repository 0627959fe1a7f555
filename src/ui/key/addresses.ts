/** Addresses of the places where services and keys are entered. */
import { paths } from '../routing/paths.ts';

/** In the address: which field has the focus when the screen opens. */
export const ENTER = 'enter';

/** The form for another service. */
export const addressOfAdding = `${paths.workspaces}?${ENTER}=service`;
/** The field for the open workspace's key. */
export const addressOfKey = `${paths.workspaces}?${ENTER}=key`;
