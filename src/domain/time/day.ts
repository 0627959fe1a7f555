/** The length of a day in UTC; a day in a zone may be longer or shorter. */
export const DAY_MS = 86_400_000;
