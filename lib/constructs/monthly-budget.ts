import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

export interface MonthlyBudgetProps {
  /** Unique in the AWS account. */
  readonly name: string;
  readonly usd: number;
  readonly email: string;
}

/**
 * Mails the operator when the AWS account's costs of a month pass the budget, or are forecast to. It covers the whole
 * account: costs by tag need a setting that only the account's owner can make.
 */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, { name, usd, email }: MonthlyBudgetProps) {
    super(scope, id);
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: name,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: usd, unit: 'USD' },
      },
      notificationsWithSubscribers: ['ACTUAL', 'FORECASTED'].map(notificationType => ({
        notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold: 100 },
        subscribers: [{ subscriptionType: 'EMAIL', address: email }],
      })),
    });
  }
}
