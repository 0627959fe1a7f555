/** English for how thoroughly records are fetched, beyond what changed. */

export const syncWords = {
  usualPrice: 'The usual price: more where much has changed or disappeared since, or a request has to be sent again.',
  listPrice: 'By the list every sync costs the same: a hundred records a request, and all of them each time.',
  scrubLeftOut: {
    incomplete: 'No slice of old records was read: the first download is not complete yet.',
    today: 'No slice of old records was read: today’s was already read.',
    begun: 'No slice of old records was read: an unfinished refresh came first.',
    budget: 'No slice of old records was read: too few requests were left for it and the refresh.',
  },
};
