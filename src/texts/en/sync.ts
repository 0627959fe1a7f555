/** What is said about how thoroughly records are fetched, beyond what changed. */

export const syncWords = {
  listPrice: 'By the list every sync costs as many: a hundred records a request, and all of them each time.',
};
