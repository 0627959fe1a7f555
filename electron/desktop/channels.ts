/** Names the two channels between the window and the app once for both ends. */
export const CALL = 'timelog:call';
export const EVENT = 'timelog:event';
