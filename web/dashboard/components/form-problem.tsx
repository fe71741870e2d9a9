import { ProblemView } from './problem-view.tsx';

/** Why a form could not be sent, unless it is said at the fields already. */
export function FormProblem({
  form,
  error,
}: {
  readonly form: { readonly errors: object };
  readonly error: unknown;
}) {
  if (error === null || Object.keys(form.errors).length > 0) return null;
  return <ProblemView error={error} />;
}
