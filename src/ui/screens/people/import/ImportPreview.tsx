/** What a table would change, entry by entry, and which of its lines are refused. */
import { toObjectKey, type DirectoryChange, type EntryChange } from '#domain/people/directory.ts';
import { PERSON } from '#domain/people/names-line.ts';
import { namesTableTexts } from '#texts/names-table.ts';
import { importTexts as texts } from '#texts/screens/people/import.ts';
import { peopleTexts } from '#texts/screens/people/table.ts';
import { Tag } from '#ui/components/values/Tag.tsx';
import { count } from '#ui/format/figures.ts';
import { ScrollBox } from '#ui/grid/ScrollBox.tsx';
import { Table } from '#ui/grid/Table.tsx';
import type { ImportTable } from './use-import-table.ts';
import classes from './ImportDialog.module.css';

/** More would block the page while they are drawn; they are counted, and saved with the others. */
const MOST_SHOWN = 200;

export function ImportPreview({ table: { plan, entries, unread, titleOf } }: { readonly table: ImportTable }) {
  const { refused, restored, unknown, change, nearCurrencies } = plan;
  const those = (effect: EntryChange['effect']) => entries.filter((each) => each.effect === effect);
  const listed = [...those('added'), ...those('changed'), ...those('removed'), ...those('unchanged')];
  const sum = [those('added'), those('changed'), those('unchanged'), refused].map(({ length }) => count(length));
  return (
    <>
      <p className={classes.sum} aria-live="polite" data-testid="names-plan">
        {texts.sum(sum[0] ?? '', sum[1] ?? '', sum[2] ?? '', sum[3] ?? '')}
      </p>
      {unread.length > 0 && <p className={classes.note}>{texts.notRead(unread)}</p>}
      {unknown.length > 0 && (
        <p className={classes.refused}>{texts.unknown(count(unknown.length), unknown.slice(0, 5))}</p>
      )}
      {restored.length > 0 && (
        <p className={classes.refused}>
          {texts.restored(
            restored.slice(0, 5).map(({ where, what }) => texts.refusedAt(where, what)),
            count(Math.max(0, restored.length - 5)),
          )}
        </p>
      )}
      {nearCurrencies.map(({ given, inUse }) => (
        <p key={given} className={classes.refused}>
          {namesTableTexts.nearCurrency(given, inUse)}
        </p>
      ))}
      {refused.length > 0 && (
        <div className={classes.refused} data-testid="names-refused">
          <p>{texts.refused(count(refused.length))}</p>
          {/* A long list scrolls and has no tab stops of its own. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <ul className={classes.lines} tabIndex={0} aria-label={texts.refused(count(refused.length))}>
            {refused.slice(0, MOST_SHOWN).map(({ where, what }) => (
              <li key={`${where} ${what}`}>{texts.refusedAt(where, what)}</li>
            ))}
            {refused.length > MOST_SHOWN && <li>{texts.more(count(refused.length - MOST_SHOWN))}</li>}
          </ul>
        </div>
      )}
      <ScrollBox label={texts.preview} className={classes.preview}>
        <Table
          columns={[
            texts.effect,
            peopleTexts.heads.kind,
            peopleTexts.heads.id,
            peopleTexts.heads.name,
            texts.record,
            texts.preview,
          ]}
        >
          {listed.slice(0, MOST_SHOWN).map((each) => (
            <tr key={`${each.kind}:${each.id}`}>
              <td>
                <Tag tone={each.effect === 'unchanged' ? 'quiet' : each.effect === 'added' ? 'good' : 'warn'}>
                  {texts.effects[each.effect]}
                </Tag>
              </td>
              <td className="quiet">
                {each.kind === PERSON ? peopleTexts.person : (peopleTexts.kinds[each.kind] ?? each.kind)}
              </td>
              <th scope="row">
                <span className="figure">{each.id}</span>
              </th>
              <td>{each.name}</td>
              <td className={`quiet ${classes.title}`}>{titleOf(each.kind, each.id)}</td>
              <td className={`quiet ${classes.changes}`}>{describeFields(each, change)}</td>
            </tr>
          ))}
        </Table>
        {listed.length > MOST_SHOWN && <p className={classes.sum}>{texts.more(count(listed.length - MOST_SHOWN))}</p>}
      </ScrollBox>
    </>
  );
}

/** Of a new entry everything it has but its name, which stands beside it. */
function describeFields({ kind, id, effect, fields }: EntryChange, { owners, objects }: DirectoryChange): string {
  if (effect !== 'added') {
    return Object.entries(fields)
      .map(([field, [before, after]]) => texts.field(headOf(field), before ?? texts.before, after ?? texts.before))
      .join('; ');
  }
  const entry: object = (kind === PERSON ? owners[id] : objects[toObjectKey(kind, id)]) ?? {};
  return Object.entries(entry)
    .flatMap(([field, value]) => (field === 'name' || value === null ? [] : texts.set(headOf(field), String(value))))
    .join('; ');
}

const heads: Readonly<Record<string, string>> = {
  ...peopleTexts.heads,
  weeklyHours: peopleTexts.heads.weekly_hours,
  activeFrom: peopleTexts.heads.active_from,
  activeTo: peopleTexts.heads.active_to,
};

const headOf = (field: string) => heads[field] ?? field;
