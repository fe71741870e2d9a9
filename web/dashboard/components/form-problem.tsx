import { ProblemView } from './problem-view.tsx';

/** Why a form could not be saved, unless its fields already say so. */
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
