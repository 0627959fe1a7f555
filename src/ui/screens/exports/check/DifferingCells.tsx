/** The cells in which a file differs from what was written, or from what the same export gives today. */
import type { FileAnswer } from '../../../../contract/file-answer.ts';
import { sayLines } from '../../../../contract/proof/file-lines.ts';
import { checkFileTexts } from '#texts/exports/check-file.ts';
import { verifyFileTexts } from '#texts/verify-file.ts';
import tables from '../../../components/values/tables.module.css';
import { count } from '../../../format/figures.ts';
import classes from './check.module.css';

const texts = checkFileTexts.cells;

export interface DifferingCellsProps {
  readonly answer: FileAnswer;
  /** Whether its name is said: of several files of a pack. */
  readonly isNamed: boolean;
}

export function DifferingCells({ answer: { file, differences, addsUp }, isNamed }: DifferingCellsProps) {
  const { against, cells, cellCount, missingCount, extraCount } = differences;
  const all = cellCount + missingCount + extraCount;
  // What follows a file's broken end is not missing from it.
  const isBroken = addsUp.holds !== null && addsUp.lines.found === null;
  if (all === 0 || isBroken) return null;
  const lines = sayLines(differences);
  const more = all - cells.length - lines.length;
  const caption = isNamed ? `${texts[against]}: ${file}` : texts[against];
  return (
    <section className={classes.differing} aria-label={caption}>
      <h3>{caption}</h3>
      {cells.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wider than the dialog, it scrolls by keyboard
        <section className={classes.cells} tabIndex={0} aria-label={texts.table(caption)}>
          <table className={tables.table}>
            <thead>
              <tr>
                <th scope="col">{texts.line}</th>
                <th scope="col">{texts.column}</th>
                <th scope="col">{texts.inFile}</th>
                <th scope="col">{texts.was[against]}</th>
                <th scope="col">{texts.difference}</th>
              </tr>
            </thead>
            <tbody>
              {cells.map(({ line, key, column, head, inFile, today, difference }) => (
                <tr key={`${line ?? ''} ${column}`}>
                  <th scope="row" title={key.join(' · ')}>
                    {line === null ? '' : count(line)}
                  </th>
                  <td>{head}</td>
                  <td>{inFile}</td>
                  <td>{today}</td>
                  <td className="figure">{difference === null ? '' : verifyFileTexts.plus(difference)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {more > 0 && <p className="quiet">{checkFileTexts.more(count(more))}</p>}
    </section>
  );
}
