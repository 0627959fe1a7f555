/** Asks before everything is read by list: the reason for it, and what it costs this time and each time. */
import { Button, Modal } from '@mantine/core';
import { dataTexts } from '#texts/screens/data.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useNow } from '#ui/clock.ts';
import { count } from '#ui/format/figures.ts';
import { priceText, requestsLeft, resetText, type SyncPrice } from '#ui/sync/price-text.ts';
import { useSyncActions } from '#ui/sync/use-sync.ts';
import { useWorkspace } from '#ui/data/open-workspace.ts';
import classes from '../DataScreen.module.css';

const texts = dataTexts.actions;

export interface ListDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly price: SyncPrice;
}

export function ListDialog({ opened, onClose, price }: ListDialogProps) {
  const { zone } = useWorkspace();
  const { start } = useSyncActions();
  const now = useNow();
  const left = count(requestsLeft(price.quota));
  const reset = resetText(price.quota, zone, now);
  return (
    <Modal opened={opened} onClose={onClose} title={texts.listTitle} closeButtonProps={{ 'aria-label': uiTexts.close }}>
      <div className={classes.dialog}>
        <p>{texts.listWhy}</p>
        <p>
          <strong>
            {price.max === null ? texts.listCostOpen(left, reset) : texts.listCost(priceText(price), left, reset)}
          </strong>
        </p>
        <p className="quiet">{texts.listInstead}</p>
        <div className={classes.dialogButtons}>
          <Button onClick={onClose} data-autofocus>
            {uiTexts.cancel}
          </Button>
          <Button
            variant="filled"
            data-testid="list-confirmed"
            onClick={() => {
              onClose();
              start({ list: true });
            }}
          >
            {texts.listDo(priceText(price))}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
