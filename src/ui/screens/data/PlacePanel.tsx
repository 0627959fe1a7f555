/** Where the data lies and which service it is from. */
import { useQuery } from '@tanstack/react-query';
import type { WorkspaceState } from '../../../contract/api.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { Panel } from '../../components/Panel.tsx';
import { appInfo } from '../../queries.ts';
import classes from './DataScreen.module.css';

const texts = uiTexts.data;

export function PlacePanel({ workspace }: { readonly workspace: WorkspaceState }) {
  const { data: info } = useQuery(appInfo);
  const facts = [
    { label: texts.address, value: workspace.baseUrl ?? uiTexts.navigation.sampleDetail },
    { label: texts.directory, value: info?.dataDirectory ?? '' },
    { label: texts.zone, value: workspace.zone },
    { label: texts.version, value: info?.version ?? '' },
  ];
  return (
    <Panel title={texts.place}>
      <div className={classes.body}>
        <p className="quiet">{texts.placeDetail}</p>
        <dl className={classes.facts}>
          {facts.map(({ label, value }) => (
            <div key={label} className={classes.fact}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  );
}
