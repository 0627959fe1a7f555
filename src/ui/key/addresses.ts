/** Addresses of the places where services and keys are entered. */
import { paths } from '../routing/paths.ts';

/** In the address: which field has the focus when the screen opens, or that a saved file is to be opened. */
export const ENTER = 'enter';

/** The form for another service. */
export const addressOfAdding = `${paths.workspaces}?${ENTER}=service`;
/** The form for a saved workspace. */
export const addressOfFile = `${paths.workspaces}?${ENTER}=file`;
/** The field for the open workspace's key. */
export const addressOfKey = `${paths.workspaces}?${ENTER}=key`;
