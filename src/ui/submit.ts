/** Runs the work of a form in place of the request that the browser would send. */
export const handleSubmit = (run: () => unknown) => (event: Pick<Event, 'preventDefault'>) => {
  event.preventDefault();
  run();
};
