import * as z from 'zod';

/**
 * A setting that operators choose: an environment variable for the local run, and its name in camelCase for a
 * deployment. Both pass it on to the functions that need it (`operator-settings.ts`).
 */
export const operatorSetting = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  defaultText?: string,
): Schema => schema.meta({ description, defaultText, operator: true });

export const httpUrl = () => z.url({ protocol: /^https?$/ });
/** URL of a local stand-in for an AWS service; unset in a deployment. */
export const standIn = () => z.url().optional();
export const region = () => ({ AWS_REGION: z.string().default('us-east-1') });

/** In whole cents, and within what Stripe accepts in one payment. */
export const price = () =>
  z.coerce.number().min(0.5).max(999_999.99).multipleOf(0.01, { error: 'must be in whole cents' });

export function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
}

/** The tag on what this deployment created. */
export const ownTag = () =>
  z
    .string()
    .regex(/^[^=]+=[^=]+$/, 'must be name=value')
    .transform(tag => ({ name: tag.split('=')[0] ?? '', value: tag.split('=')[1] ?? '' }));
