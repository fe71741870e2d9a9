import { Button, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { AudienceFields } from '../announcements/audience-fields.tsx';
import { toProblem } from '../api/problem.ts';
import type { Waitlist } from '../api/queries.ts';
import { ConfirmButton } from '../components/confirm.tsx';
import { FormProblem } from '../components/form-problem.tsx';
import { UnsavedGuard } from '../components/unsaved-guard.tsx';
import { useSaveWaitlist } from '../waitlists/use-save.ts';
import { NextRuns } from './next-runs.tsx';
import { PeopleFields, TimeFields } from './plan-fields.tsx';
import { type PlanForm, toPlan, usePlanForm } from './plan-form.ts';
import type { PlanTimes } from './queries.ts';

interface PlanEditorProps {
  readonly waitlist: Waitlist;
  readonly onClose: () => void;
}

/** Sets up or changes a plan beside its calendar. */
export default function PlanEditor({ waitlist, onClose }: PlanEditorProps) {
  const { id, invitationPlan: plan } = waitlist;
  const form = usePlanForm(plan);
  const save = useSaveWaitlist(id, 'The plan is saved.');
  const { audience } = form.values;
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(values =>
        save.mutate(
          { invitationPlan: toPlan(values, plan?.paused ?? false) },
          {
            onSuccess: onClose,
            onError: error => form.setErrors(toProblem(error).fields('invitationPlan')),
          },
        ),
      )}
    >
      <div className="plan">
        <Stack>
          <TimeFields form={form} />
          <PeopleFields form={form} />
          <AudienceFields
            waitlist={waitlist}
            among="waiting"
            audience={audience}
            onChange={value => form.setFieldValue('audience', value)}
            error={form.errors.audience}
          />
          {Object.keys(audience).length > 0 && (
            <p className="quiet">With conditions, place pages don’t say when it’s likely someone’s turn.</p>
          )}
        </Stack>
        <Calendar waitlistId={id} form={form} />
      </div>
      <Stack className="plan-actions">
        <FormProblem form={form} error={save.error} />
        <div className="dialog-actions">
          {plan && <RemovePlan waitlistId={id} onRemoved={onClose} />}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {plan ? 'Save plan' : 'Start the plan'}
          </Button>
        </div>
      </Stack>
      <UnsavedGuard when={form.isDirty()} />
    </form>
  );
}

const TYPING_MS = 300;

/** The next runs of what is typed. */
function Calendar({ waitlistId, form }: { readonly waitlistId: string; readonly form: PlanForm }) {
  const { days, time, timezone } = form.values;
  const typed = useMemo<PlanTimes>(() => ({ days: [...days], time, timezone }), [days, time, timezone]);
  const [times] = useDebouncedValue(typed, TYPING_MS);
  if (times.days.length === 0 || times.time === '')
    return <p className="quiet plan-runs">Choose days and a time to see the next runs.</p>;
  return <NextRuns waitlistId={waitlistId} times={times} />;
}

function RemovePlan({
  waitlistId,
  onRemoved,
}: {
  readonly waitlistId: string;
  readonly onRemoved: () => void;
}) {
  const remove = useSaveWaitlist(waitlistId, 'The plan is removed.');
  return (
    <span className="aside">
      <ConfirmButton
        title="Remove the plan?"
        action="Remove plan"
        mutation={remove}
        onConfirm={() => remove.mutate({ invitationPlan: null }, { onSuccess: onRemoved })}
      >
        <p>Nobody is invited automatically anymore. Invitations that were sent stay as they are.</p>
      </ConfirmButton>
    </span>
  );
}
