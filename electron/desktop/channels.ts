/** The two channels between the window and the app, named once for both ends. */
export const CALL = 'timelog:call';
export const EVENT = 'timelog:event';
