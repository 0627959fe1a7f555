/** Section 9: the version is in the path. */
import { describe } from '../answers.ts';
import { judge, type Rule } from '../rule.ts';

export const versions: readonly Rule[] = [
  {
    id: '9-1',
    states: 'All operations are under /service/v1/: no other version and no path without one answers them.',
    async check({ wire }) {
      const paths = ['/service/v2/timelogs', '/service/timelogs', '/service/v1', '/timelogs'];
      const seen = await Promise.all(paths.map((path) => wire.ask(path, {})));
      return judge(seen.filter(({ status }) => status < 400).map(describe), seen.map(describe).join('; '));
    },
  },
];
