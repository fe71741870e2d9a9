/** The fields of a form, in order. */
export type FormFields = readonly (readonly [name: string, value: string])[];

const ANSWER = /^answers\[([^\]]*)\](?:\[\])?$/;

/** The values of `answers[key]`, by key, in order. */
export function answerFields(fields: FormFields): Readonly<Record<string, readonly string[]>> {
  const answers = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const key = ANSWER.exec(name)?.[1];
    if (key !== undefined) answers.set(key, [...(answers.get(key) ?? []), value]);
  }
  return Object.fromEntries(answers);
}

/** A form as the body of a signup. If another field is sent twice, the last one counts. */
export function formBody(fields: FormFields): Readonly<Record<string, unknown>> {
  const { utm_source, utm_medium, utm_campaign, ...body } = Object.fromEntries(fields);
  return {
    ...body,
    answers: answerFields(fields),
    source: { utmSource: utm_source, utmMedium: utm_medium, utmCampaign: utm_campaign },
  };
}
