/** Plants a defect into an instance: it lets PostgreSQL answer a commit before it is on the disk. */
import { Client } from 'pg';

// oxlint-disable-next-line typescript/unbound-method -- called with its own client below
const query = Client.prototype.query as (this: Client, ...args: unknown[]) => unknown;
Object.assign(Client.prototype, {
  query(this: Client, text: unknown, ...rest: unknown[]) {
    const planted =
      typeof text === 'string' ? text.replace('synchronous_commit = on', 'synchronous_commit = off') : text;
    return query.call(this, planted, ...rest);
  },
});
