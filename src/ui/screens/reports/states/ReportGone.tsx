/** A report that no longer exists here: deleted, or another workspace's. */
import { Button } from '@mantine/core';
import { reportsTexts } from '#texts/screens/reports/reports-screen.ts';
import { EmptyState } from '../../../components/states/EmptyState.tsx';
import { Panel } from '../../../components/frame/Panel.tsx';
import { navigate } from '../../../routing/hash-location.ts';
import { FIRST_PRESET } from '../../../routing/report-view.ts';
import { addressOfReport } from '../definition/use-definition.ts';
import classes from '../ReportsScreen.module.css';

const texts = reportsTexts.head;

export function ReportGone() {
  const openFirst = () => navigate(addressOfReport({ kind: 'preset', name: FIRST_PRESET }));
  return (
    <Panel className={classes.tablePanel}>
      <EmptyState
        title={texts.gone}
        detail={texts.goneDetail}
        action={<Button onClick={openFirst}>{texts.openFirst}</Button>}
      />
    </Panel>
  );
}
