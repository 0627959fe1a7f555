/** Reports below the filters which of their values no record has, and offers similar ones. */
import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UnheldValue } from '../../contract/filters.ts';
import type { FilterGroups } from '../../domain/filter/model.ts';
import { nearText, unheldText } from '../../domain/filter/unheld-text.ts';
import { unheldTexts as texts } from '#texts/screens/unheld-values.ts';
import { unheldValues } from '../data/queries.ts';
import { replaceValue } from './edit-groups.ts';
import classes from './filters.module.css';

export interface UnheldValuesProps {
  readonly groups: FilterGroups;
  readonly onChange: (groups: FilterGroups) => void;
}

export function UnheldValues({ groups, onChange }: UnheldValuesProps) {
  const { data } = useQuery({ ...unheldValues(groups), enabled: groups.length > 0 });
  const values = data?.values ?? [];
  const use = (unheld: UnheldValue, near: string) => onChange(replaceValue(groups, unheld, near));
  return (
    <output className={classes.unheld}>
      {values.map((each) => (
        <span key={`${each.propertyName} ${each.value}`}>
          {unheldText(each)}
          {each.near && !each.isKnown && (
            <UnstyledButton className={classes.clear} onClick={() => use(each, each.near?.value ?? '')}>
              {texts.use(nearText(each.near))}
            </UnstyledButton>
          )}
        </span>
      ))}
    </output>
  );
}
