/** What is said about how thoroughly records are fetched, beyond what changed. */

export const syncWords = {
  usualPrice: 'As it usually is: more where much has changed or vanished since, or a request has to be sent again.',
  listPrice: 'By the list every sync costs as many: a hundred records a request, and all of them each time.',
  scrubLeftOut: {
    incomplete: 'No slice of old records was read: the first download is not complete yet.',
    today: 'No slice of old records was read: today’s was read before.',
    begun: 'No slice of old records was read: a refresh that was begun came first.',
    budget: 'No slice of old records was read: too few requests were left for it and the refresh.',
  },
};
