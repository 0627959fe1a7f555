/** The search from within the palette: all records with these words, and those with such an id one by one. */
import { IconFileText, IconListSearch } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { readSearch, searchWords, withSearch } from '../../../domain/filter/search.ts';
import { OWNER_PROPERTY } from '../../../domain/properties.ts';
import { propertyNames } from '../../../domain/property-names.ts';
import { paletteTexts as texts } from '#texts/screens/shell/palette.ts';
import { recordsPage } from '../../data/queries.ts';
import { useNames } from '../../names.ts';
import { ALL_TIME } from '../../period/view-period.ts';
import { navigate } from '../../routing/hash-location.ts';
import { paths } from '../../routing/paths.ts';
import { toAddress } from '../../routing/view.ts';
import { emptyView } from '../../routing/view-state.ts';
import type { PaletteGroup } from './find-actions.ts';
import { iconProps } from './icon-props.ts';

const columns = [propertyNames.title, OWNER_PROPERTY, propertyNames.month];
const MOST = 5;

/** @param asked what was typed, after a pause */
export function useRecordGroups(typed: string, asked: string): readonly PaletteGroup[] {
  const { nameOf } = useNames();
  const hasId = readSearch(asked).terms.some(({ id }) => id !== undefined);
  const question = recordsPage({ filterGroups: withSearch([], asked), query: '', columns, offset: 0, limit: MOST });
  const { data } = useQuery({ ...question, ...(!hasId && { queryFn: skipToken }) });
  if (searchWords(typed).length === 0) return [];
  const view = { ...emptyView, period: ALL_TIME, filterGroups: withSearch([], typed) };
  const rows = hasId && asked === typed ? (data?.rows ?? []) : [];
  return [
    {
      group: texts.records,
      isAnswer: true,
      actions: [
        {
          id: 'search-records',
          label: texts.search(typed.trim()),
          description: texts.searchDetail,
          leftSection: <IconListSearch {...iconProps} />,
          onClick: () => navigate(toAddress(paths.records, view)),
        },
        ...rows.map(({ id, values }) => {
          const owner = values[OWNER_PROPERTY] ?? null;
          const person = owner === null ? null : (nameOf(OWNER_PROPERTY, owner) ?? owner);
          return {
            id: `record-${id}`,
            label: texts.record(id, values[propertyNames.title] ?? null),
            description: texts.recordDetail(person, values[propertyNames.month] ?? null),
            leftSection: <IconFileText {...iconProps} />,
            onClick: () => navigate(toAddress(paths.records, { ...view, record: id })),
          };
        }),
      ],
    },
  ];
}
