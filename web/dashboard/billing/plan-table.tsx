import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { PLAN_FEATURES } from '../../../core/kernel/plan-features.ts';
import { PLANS, type PlanId } from '../../../core/kernel/plans.ts';
import { count, formatNumber, formatUsd } from '../components/format.ts';
import { Check } from '../design/icons.ts';

const TERMS: Readonly<Record<PlanId, string>> = { free: 'forever', pro: 'once, for all your waitlists' };
const ORDER = ['free', 'pro'] as const satisfies readonly PlanId[];

interface PlanTableProps {
  readonly current: PlanId;
  readonly proPrice: number;
  readonly licensePrice: number;
  readonly usage: { readonly waitlists: number; readonly licensedWaitlists: number };
  /** Whether pages can be generated here. */
  readonly hasModel: boolean;
  /** Buys Pro. */
  readonly action: ReactNode;
}

/** The prices and contents of the plans and the license. */
export function PlanTable({ current, proPrice, licensePrice, usage, hasModel, action }: PlanTableProps) {
  const prices: Readonly<Record<PlanId, number>> = { free: 0, pro: proPrice };
  const features = PLAN_FEATURES.filter(({ needsModel }) => hasModel || !needsModel);
  return (
    <table className="plans">
      <caption className="unseen">Plans and the license</caption>
      <thead>
        <tr>
          <td />
          {ORDER.map(plan => (
            <th key={plan} scope="col" data-current={plan === current || undefined}>
              <span className="plan-name">
                <span>{PLANS[plan].name}</span>
                {plan === current && (
                  <Badge size="sm" color="teal">
                    Your plan
                  </Badge>
                )}
              </span>
              <span className="plan-price">{formatUsd(prices[plan])}</span>
              <span className="plan-terms">{TERMS[plan]}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {features.map(({ label, of }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {ORDER.map(plan => (
              <td key={plan} data-current={plan === current || undefined}>
                <Amount value={of(PLANS[plan])} />
              </td>
            ))}
          </tr>
        ))}
        {action && (
          <tr>
            <td />
            <td colSpan={2}>
              <div className="plan-action">{action}</div>
            </td>
          </tr>
        )}
      </tbody>
      <tbody className="plan-license">
        <tr>
          <th scope="row">
            License
            <span className="plan-terms">People move up when friends join</span>
          </th>
          <td colSpan={2}>
            <span className="plan-price">{formatUsd(licensePrice)}</span>
            <span className="plan-terms">once per waitlist, on either plan</span>
            <span className="plan-terms">
              Pro is for your whole account. A license is only for lists where friends move people up.
            </span>
            <span className="plan-terms">
              You buy it in the waitlist’s settings.{' '}
              {usage.waitlists > 0 && (
                <span>{`${formatNumber(usage.licensedWaitlists)} of ${count(usage.waitlists, 'waitlist')} licensed.`}</span>
              )}
            </span>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Amount({ value }: { readonly value: string | boolean }) {
  if (typeof value === 'string') return value;
  if (!value) return <span className="quiet">–</span>;
  return (
    <>
      <Check size={18} aria-hidden />
      <span className="unseen">Included</span>
    </>
  );
}
