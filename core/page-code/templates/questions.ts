/** The questions, the same in every template (`parts.ts`). */
export const QUESTIONS = `
  //#questions
  // ---- Questions ----------------------------------------------------------------------------------------------

  function missingAnswers(given) {
    const missing = {};
    for (const { key, type, required } of questions) {
      const answer = given[key];
      const isGiven = Array.isArray(answer) ? answer.length > 0 : String(answer || '').trim() !== '';
      if (required && !isGiven) missing['answers.' + key] = type === 'checkbox' ? WORDS.tick : WORDS.answer;
    }
    return missing;
  }

  function ask({ key, label, type, options = [], required }) {
    const id = 'wl-question-' + key;
    const name = 'answers[' + key + ']';
    const answer = answers[key];
    const error = errors['answers.' + key];
    const set = value => setAnswers(current => ({ ...current, [key]: value }));
    const words = [h('span', { key: 1, dir: 'auto' }, label), !required && h('span', { key: 2, className: 'wl-hint' }, ' ' + WORDS.optional)];
    const about = { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? id + '-error' : undefined };
    const problem = h('p', { className: 'wl-error', id: id + '-error', 'aria-live': 'polite' }, error || '');
    if (type === 'checkbox') {
      return h(
        'div',
        { className: 'wl-question', key },
        // Sent where it is not ticked, without JavaScript.
        h('input', { type: 'hidden', name, value: 'false' }),
        h(
          'label',
          { className: 'wl-tick' },
          h('input', { ...about, type, name, value: 'true', required, checked: answer === true, onChange: event => set(event.target.checked) }),
          h('span', { dir: 'auto' }, label),
        ),
        problem,
      );
    }
    if (type === 'text') {
      return h(
        'div',
        { className: 'wl-question', key },
        h('label', { htmlFor: id }, words),
        h('input', { ...about, type, name, required, value: answer || '', maxLength: 500, dir: answer ? 'auto' : undefined, onChange: event => set(event.target.value) }),
        problem,
      );
    }
    if (type === 'choice' && options.length > 6) {
      return h(
        'div',
        { className: 'wl-question', key },
        h('label', { htmlFor: id }, words),
        h(
          'select',
          { ...about, name, required, value: answer || '', onChange: event => set(event.target.value) },
          h('option', { value: '' }, WORDS.choose),
          options.map(option => h('option', { key: option }, option)),
        ),
        problem,
      );
    }
    const chosen = [].concat(answer || []);
    const toggle = option =>
      set(type === 'choice' ? option : chosen.includes(option) ? chosen.filter(other => other !== option) : [...chosen, option]);
    return h(
      'fieldset',
      { ...about, className: 'wl-question', key, tabIndex: -1 },
      h('legend', null, words),
      h(
        'div',
        { className: 'wl-pills' },
        options.map(option =>
          h(
            'label',
            { className: 'wl-pill', key: option },
            h('input', {
              type: type === 'choice' ? 'radio' : 'checkbox',
              name,
              value: option,
              required: required && type === 'choice',
              checked: chosen.includes(option),
              onChange: () => toggle(option),
            }),
            h('span', { dir: 'auto' }, option),
          ),
        ),
      ),
      problem,
    );
  }
  //#end
`;

/** Their styles. */
export const QUESTION_STYLES = `
      /*#questions*/
      .wl-question { grid-column: 1 / -1; min-width: 0; margin: 0 0 1rem; padding: 0; border: 0; text-align: start; outline: none; }
      .wl-question > label:not(.wl-tick), .wl-question legend { display: block; margin-bottom: 0.4rem; padding: 0; font-size: 0.9375rem; font-weight: 550; overflow-wrap: anywhere; }
      .wl .wl-question .wl-error { min-height: 0; }
      .wl-question ~ .wl-button { grid-column: 1 / -1; }
      .wl-question select { width: 100%; height: 3rem; padding: 0 1rem; border: 1px solid var(--line); border-radius: var(--radius, 0.75rem); background: var(--field); color: inherit; font: inherit; text-overflow: ellipsis; }
      .wl-question select:hover { border-color: var(--ink); }
      .wl-question select[aria-invalid] { border-color: var(--error); }
      .wl-pills { display: flex; flex-wrap: wrap; gap: 0.5rem; }
      .wl-pill { position: relative; max-width: 100%; cursor: pointer; }
      .wl .wl-pill input { position: absolute; inset: 0; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
      .wl-pill span { display: block; padding: 0.6rem 1.05rem; border: 1px solid var(--line); border-radius: 1.5rem; background: var(--field); color: var(--ink); line-height: 1.35; overflow-wrap: anywhere; transition: border-color 0.15s; }
      .wl-pill input:checked + span { border-color: transparent; box-shadow: 0 0 0 1px rgb(127 127 127 / 0.5); background: var(--brand); color: var(--on-brand); font-weight: 550; }
      .wl-pill:hover span { border-color: var(--ink); }
      .wl-pill input:focus-visible + span { outline: 3px solid var(--ink); outline-offset: 2px; }
      .wl-question[aria-invalid] .wl-pill span { border-color: var(--error); }
      .wl-tick { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.7rem; align-items: start; padding: 0.35rem 0; font-size: 0.9375rem; line-height: 1.5; overflow-wrap: anywhere; cursor: pointer; }
      .wl .wl-tick input { width: 1.35rem; height: 1.35rem; margin: 0; padding: 0; accent-color: var(--ink); }
      /*#end*/
`;
