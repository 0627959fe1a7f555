/** The index of a finished pack: its files, and that they add up. */
import type { PackManifest } from '../../contract/exports.ts';
import { exportingTexts } from '#texts/screens/exporting.ts';
import { Band } from '../components/states/Band.tsx';
import { Fact, Facts } from '../components/values/Facts.tsx';
import { count } from '../format/figures.ts';
import { datesText, timeText } from '../format/times.ts';
import { columnLabel } from './ManifestDetails.tsx';
import classes from './ExportDialog.module.css';

const texts = exportingTexts.manifest;
const packTexts = exportingTexts.pack;
/** The rest is in the index. */
const MOST_FILES = 12;

export function PackDetails({ pack, zone }: { readonly pack: PackManifest; readonly zone: string }) {
  const { files, complete, asOf, period, profiled } = pack;
  return (
    <div data-testid="export-pack">
      {pack.attention && <Attention {...pack.attention} />}
      <Facts labels="middle">
        <Fact label={texts.records}>{count(pack.records)}</Fact>
        <Fact label={texts.period}>{period ? datesText(period) : texts.allTime}</Fact>
        <Fact label={texts.state}>
          {complete && asOf !== null ? texts.complete(timeText(asOf, zone)) : texts.partial}
        </Fact>
        {pack.whole.of === 'records' && pack.unreadable > 0 && (
          <Fact label={texts.unreadable}>{texts.unreadableValues(count(pack.unreadable))}</Fact>
        )}
        {pack.guarded > 0 && <Fact label={texts.guarded}>{texts.guardedCells(count(pack.guarded))}</Fact>}
        {profiled && (
          <Fact label={texts.profiled}>
            {packTexts.byProfiles(profiled.slice(0, MOST_FILES), profiled.length - MOST_FILES)}
          </Fact>
        )}
        {pack.withheld && <Fact label={texts.withheld}>{pack.withheld.map(columnLabel).join(', ')}</Fact>}
        <Fact label={packTexts.files}>
          {files.slice(0, MOST_FILES).map(({ file, records }) => (
            <span key={file} className={classes.total}>
              <span>{file}</span>
              <span className="figure">{count(records)}</span>
            </span>
          ))}
          {files.length > MOST_FILES && (
            <span className="quiet">{packTexts.more(count(files.length - MOST_FILES))}</span>
          )}
        </Fact>
        <Fact label={texts.sha256}>{pack.sha256}</Fact>
        {pack.signedBy !== undefined && <Fact label={texts.signedBy}>{pack.signedBy}</Fact>}
      </Facts>
      <p className={classes.beside}>{packTexts.addsUp}</p>
    </div>
  );
}

/** What to look at before the files are sent. */
function Attention({ unassigned, notBillable }: NonNullable<PackManifest['attention']>) {
  const others = notBillable.length - MOST_FILES;
  return (
    <div className={classes.above}>
      <Band place="dialog" testId="export-pack-attention">
        {unassigned !== null && packTexts.ofNoClient(unassigned)}{' '}
        {notBillable.length > 0 && packTexts.notBillable(notBillable.slice(0, MOST_FILES), others)}
      </Band>
    </div>
  );
}
