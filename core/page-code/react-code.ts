import { text } from '../kernel/schemas.ts';
import { findPageCodeProblem } from './page-code.ts';

export const REACT_CODE_MAX = 200_000;

export const ReactCode = () =>
  text({ max: REACT_CODE_MAX })
    .superRefine((code, context) => {
      const problem = findPageCodeProblem(code);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    })
    .meta({
      description:
        'Page code: one plain function declaration GeneratedWaitlist(props), built with React.createElement (no JSX), helpers inside it, no import or export. Sign up by calling props.onSubmit({email, name}).',
      maxLength: REACT_CODE_MAX,
    });
