import { Button, Group, NumberInput, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { call, type Input, type Output } from '../api/client.ts';
import { toProblem } from '../api/problem.ts';
import { FormProblem } from '../components/form-problem.tsx';
import { formatNumber } from '../components/format.ts';
import { SendTime, useSendTime } from '../components/send-time.tsx';
import { MOST_DAYS, MOST_INVITED, WHOLE, wholeUpTo } from '../components/whole-number.ts';

/** An invitation that was previewed, and what the preview found. */
export interface Previewed {
  readonly invitation: Omit<Input<'preview_invitations'>, 'id'>;
  readonly preview: Output<'preview_invitations'>;
}

/** The API's limit. */
const MESSAGE_MAX = 500;

const SUGGESTED = 10;
const CHOICES = [SUGGESTED, 50, 100] as const;

interface InviteFormProps {
  readonly waitlistId: string;
  /** The people, or how many wait. */
  readonly who: { readonly entryIds: readonly string[] } | { readonly waiting: number };
  readonly onPreview: (previewed: Previewed) => void;
}

/** Who to invite and how. Leads to a preview, and keeps what was typed. */
export function InviteForm({ waitlistId, who, onPreview }: InviteFormProps) {
  const isPicked = 'entryIds' in who;
  const form = useForm({
    initialValues: {
      count: (isPicked ? who.entryIds.length : Math.min(SUGGESTED, who.waiting)) as number | string,
      expiresInDays: 14 as number | string,
      message: '',
    },
    validate: { count: wholeUpTo(MOST_INVITED), expiresInDays: wholeUpTo(MOST_DAYS) },
  });
  const when = useSendTime();
  const preview = useMutation({
    mutationFn: (invitation: Previewed['invitation']) =>
      call('preview_invitations', { id: waitlistId, ...invitation }),
    onSuccess: (found, invitation) => onPreview({ invitation, preview: found }),
    onError: error => form.setErrors(toProblem(error).fields()),
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ count, expiresInDays, message }) => {
        if (when.fault !== null) return;
        preview.mutate({
          ...(isPicked ? { entryIds: [...who.entryIds] } : { count: Number(count) }),
          expiresInDays: Number(expiresInDays),
          message: message.trim() || null,
          ...(when.sendAt !== null && { sendAt: when.sendAt }),
        });
      })}
    >
      <Stack>
        <Group align="flex-start" gap="md">
          {!isPicked && (
            <div className="invite-count">
              <NumberInput
                label="Invite the next"
                suffix={form.values.count === 1 ? ' person' : ' people'}
                thousandSeparator=","
                max={MOST_INVITED}
                w={160}
                {...WHOLE}
                {...form.getInputProps('count')}
              />
              <CountChoices
                waiting={who.waiting}
                value={form.values.count}
                onChange={count => form.setFieldValue('count', count)}
              />
            </div>
          )}
          <NumberInput
            label="Expires in"
            suffix={form.values.expiresInDays === 1 ? ' day' : ' days'}
            max={MOST_DAYS}
            w={140}
            {...WHOLE}
            {...form.getInputProps('expiresInDays')}
          />
        </Group>
        <Textarea
          label="Message"
          description={`Optional. Added to the email. ${form.values.message.length} of ${MESSAGE_MAX} characters.`}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MESSAGE_MAX}
          {...form.getInputProps('message')}
        />
        <FormProblem form={form} error={preview.error} />
        <div className="invite-actions">
          <SendTime {...when} fault={when.fault ?? form.errors.sendAt} />
          <Button type="submit" loading={preview.isPending}>
            Preview
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** Usual numbers, and everyone who waits: at most as many as one batch takes. */
function CountChoices({
  waiting,
  value,
  onChange,
}: {
  readonly waiting: number;
  readonly value: number | string;
  readonly onChange: (count: number) => void;
}) {
  const all = Math.min(waiting, MOST_INVITED);
  const choice = (label: string, count: number) => (
    <Button
      key={label}
      variant={value === count ? 'light' : 'default'}
      aria-pressed={value === count}
      onClick={() => onChange(count)}
    >
      {label}
    </Button>
  );
  return (
    <fieldset className="count-choices">
      <legend className="unseen">How many</legend>
      {CHOICES.filter(count => count < all).map(count => choice(formatNumber(count), count))}
      {choice(waiting > MOST_INVITED ? `First ${formatNumber(all)}` : `All ${formatNumber(all)}`, all)}
    </fieldset>
  );
}
