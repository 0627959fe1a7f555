/** The time at which these campaigns take place. */
export const NOON = Date.parse('2026-11-20T12:00:00.000Z');
