/** Marks the unbilled records of a report as billed elsewhere, with a reason. */
import { Button, Group, Modal, Stack, TextInput, Tooltip } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addFilters } from '#domain/filter/model.ts';
import { hasBilledFilter, notBilled } from '#domain/filter/billed.ts';
import { chooseCurrency } from '#domain/reports/print/printed-currencies.ts';
import type { Report } from '#domain/reports/definition/report.ts';
import { memoryTexts } from '#texts/hosts/memory.ts';
import { elsewhereTexts as texts } from '#texts/screens/memory.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { handleSubmit } from '#ui/submit.ts';
import { useFocusReturn } from '../components/Disclosure.tsx';
import { ErrorState, Pending } from '../components/states.tsx';
import { call } from '../data/client.ts';
import { useMoment } from '../data/moment.ts';
import { report as reportQuery, useWorkspace } from '../data/queries.ts';
import { count } from '../format/figures-and-times.ts';
import { formatMeasure, formatWithUnit } from '../format/measured.ts';
import { usePrintSettings } from '../format/use-printing.ts';
import { notifyFailure, notifySuccess } from '../notifications.tsx';

type Listed = Pick<Report, 'filterGroups' | 'query' | 'period'>;
const HOURS = 'billable_logged_hours';
const VALUE = 'billable_value';

/** Appears only on reports that filter by “Billed”. */
export function MarkElsewhere({ report }: { readonly report: Listed }) {
  const [isOpen, setOpen] = useState(false);
  const isPast = useMoment() !== undefined;
  if (!hasBilledFilter(report.filterGroups)) return null;
  return (
    <>
      <Tooltip label={memoryTexts.readOnly} disabled={!isPast}>
        <Button
          onClick={() => isPast || setOpen(true)}
          aria-disabled={isPast}
          {...(isPast && { 'data-disabled': true })}
          data-testid="mark-elsewhere"
        >
          {texts.open}
        </Button>
      </Tooltip>
      {isOpen && <MarkDialog report={report} onClose={() => setOpen(false)} />}
    </>
  );
}

interface MarkDialogProps {
  readonly report: Listed;
  readonly onClose: () => void;
}

function MarkDialog({ report: { filterGroups, query, period }, onClose }: MarkDialogProps) {
  useFocusReturn();
  const printing = usePrintSettings();
  const { currency } = useWorkspace();
  const [reason, setReason] = useState('');
  const selection = { filterGroups, query, ...(period !== undefined && { period }) };
  const { data, error, refetch } = useQuery(
    reportQuery({ ...selection, filterGroups: addFilters(filterGroups, notBilled), measures: [HOURS, VALUE] }),
  );
  const marking = useMutation({
    mutationFn: () => call('sent.elsewhere', { ...selection, reason }),
    onSuccess: ({ mark: { number, records } }) => {
      notifySuccess(texts.done(count(records)), async () => {
        await call('sent.settle', { number, state: 'withdrawn' });
      });
      onClose();
    },
    onError: notifyFailure,
  });
  const isEmpty = data?.records === 0;
  return (
    <Modal opened onClose={onClose} title={texts.title} size={480}>
      <form onSubmit={handleSubmit(() => reason.trim() !== '' && !isEmpty && marking.mutate())}>
        <Stack gap="md">
          {error && <ErrorState error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Pending width="60%" />}
          {data && (
            <p data-testid="marked-records">
              {isEmpty
                ? texts.nothing
                : texts.what(
                    count(data.records),
                    formatMeasure(HOURS, data.totals[HOURS], printing),
                    formatWithUnit(VALUE, data.totals[VALUE], printing, chooseCurrency(data, currency)),
                  )}
            </p>
          )}
          <p className="quiet">{texts.about}</p>
          <TextInput
            label={texts.reason}
            placeholder={texts.example}
            value={reason}
            maxLength={200}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
        </Stack>
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button
            type="submit"
            variant="filled"
            disabled={reason.trim() === '' || !data || isEmpty}
            loading={marking.isPending}
          >
            {texts.mark}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
