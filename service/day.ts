/** Milliseconds of a day in UTC. */
export const DAY = 86_400_000;
