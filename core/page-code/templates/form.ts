/** The form of every template, and what takes its place after joining. */
export const FORM = String.raw`
  // ---- The form ---------------------------------------------------------------------------------------------

  // Numbers and dates as the language writes them, in the digits of our texts.
  function locale() {
    return language + '-u-nu-latn';
  }

  function format(number) {
    return Number(number).toLocaleString(locale());
  }

  // A text with values in it, each in an element of its own if it is one.
  function fill(text, values) {
    return text.split(/[{}]/).map((part, index) => (index % 2 ? values[part] : part));
  }

  // The logo; without one, the name, unless the headline is the name.
  function brandmark() {
    if (design.logoUrl) {
      return h('img', { className: 'wl-logo', src: design.logoUrl, alt: WORDS.headline === waitlist.name ? '' : waitlist.name });
    }
    return WORDS.headline === waitlist.name ? null : h('p', { className: 'wl-name', dir: 'auto' }, waitlist.name);
  }

  function picture() {
    return design.imageUrl && h('img', { className: 'wl-picture', src: design.imageUrl, alt: '' });
  }

  function title() {
    // Japanese letters are twice as wide, and Arabic lines higher.
    const width = /[\u3040-\u9fff]/.test(WORDS.headline) ? 2 : /[\u0600-\u06ff]/.test(WORDS.headline) ? 1.3 : 1;
    const length = Array.from(WORDS.headline).length * width;
    const size = length > 50 ? ' wl-longer' : length > 22 ? ' wl-long' : '';
    return h('h1', { className: 'wl-title' + size, dir: 'auto' }, WORDS.headline);
  }

  function lead() {
    return h(
      React.Fragment,
      null,
      h('p', { className: 'wl-lead', dir: 'auto' }, WORDS.lead),
      props.referredBy && h('p', { className: 'wl-invited' }, WORDS.invited),
    );
  }

  function showErrors(found) {
    setErrors(found);
    if (found.email) emailRef.current.focus();
    else if (found.name) nameRef.current.focus();
    //#questions
    const wrong = Object.keys(found).find(path => path.startsWith('answers.'));
    if (wrong && !found.email && !found.name) document.getElementById('wl-question-' + wrong.slice(8)).focus();
    //#end
  }

  function submit(event) {
    event.preventDefault();
    join(email.trim(), name);
  }

  async function join(address, theirName, theirAnswers) {
    if (sending) return;
    setNote('');
    setSuggestion('');
    setErrors({});
    if (!/^\S+@\S+\.\S+$/.test(address)) {
      showErrors({ email: address ? words.emailInvalid : words.emailMissing });
      return;
    }
    const sent = { email: address, name: theirName.trim() };
    //#questions
    sent.answers = theirAnswers || answers;
    const missing = missingAnswers(sent.answers);
    if (Object.keys(missing).length > 0) {
      showErrors(missing);
      return;
    }
    //#end
    setSending(true);
    try {
      const result = await props.onSubmit(sent);
      if (result.pending) setPending(result);
      else setEntry(result);
    } catch (error) {
      const found = {};
      for (const detail of error.details || []) found[detail.path] = detail.message;
      // A slip in the address: they can use the suggestion, or send what they typed again.
      setSuggestion(error.suggestion || '');
      if (error.alreadyJoined || error.suggestion) setNote(error.message);
      else if (Object.keys(found).length > 0) showErrors(found);
      else showErrors({ form: error.message });
    }
    setSending(false);
  }

  function useSuggestion() {
    setEmail(suggestion);
    join(suggestion, name);
  }

  // They are on the list once they click the link in the email.
  function checkEmail() {
    return h(
      'div',
      { className: 'wl-pending' },
      h('h2', { className: 'wl-check', ref: headingRef, tabIndex: -1 }, WORDS.check),
      h('p', { className: 'wl-fine' }, pending.message),
    );
  }

  //#closed
  // Instead of the form, while nobody can join.
  function closed() {
    return h(
      'div',
      { className: 'wl-pending' },
      h('p', { className: 'wl-check', dir: 'auto' }, waitlist.closedMessage),
      waitlist.opensAt && h('p', { className: 'wl-fine' }, ...fill(WORDS.opens, { time: opening() })),
      waitlist.door === 'full' && h('p', { className: 'wl-fine' }, WORDS.full),
    );
  }

  function opening() {
    const text = new Date(waitlist.opensAt).toLocaleString(locale(), { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });
    return h('time', { className: 'wl-opens', dateTime: waitlist.opensAt }, text);
  }
  //#end

  function form() {
    //#closed
    if (waitlist.closedMessage) return closed();
    //#end
    if (pending) return checkEmail();
    return h(
      React.Fragment,
      null,
      h(
        'form',
        { className: 'wl-form', onSubmit: submit, noValidate: true },
        field({ id: 'email', label: WORDS.email, value: email, set: setEmail, ref: emailRef, type: 'email', required: true, maxLength: 254 }),
        field({ id: 'name', label: WORDS.name, hint: WORDS.optional, value: name, set: setName, ref: nameRef, type: 'text', maxLength: 100 }),
        //#questions
        questions.map(ask),
        //#end
        // Above the button, so that it's visible on small screens.
        h('div', { className: 'wl-notes', 'aria-live': 'polite' },
          errors.form && h('p', { className: 'wl-error wl-note' }, errors.form),
          note && h('p', { className: 'wl-note' }, note),
          suggestion && h('button', { className: 'wl-suggestion', type: 'button', onClick: useSuggestion }, fill(words.use, { email: suggestion }).join('')),
        ),
        h(
          'button',
          { className: 'wl-button', type: 'submit', 'aria-disabled': sending },
          h('span', { dir: 'auto' }, sending ? WORDS.sending : WORDS.button),
          sending && h('span', { className: 'wl-dots', 'aria-hidden': true }, h('i'), h('i'), h('i')),
        ),
      ),
      h('p', { className: 'wl-fine' }, WORDS.fineprint),
    );
  }

  function field({ id, label, hint, value, set, ref, type, required, maxLength }) {
    const error = errors[id];
    return h(
      'div',
      { className: 'wl-field wl-field-' + id },
      h('label', { htmlFor: 'wl-' + id }, label, hint && h('span', { className: 'wl-hint' }, ' ' + hint)),
      h('input', {
        id: 'wl-' + id,
        ref,
        name: id,
        type,
        value,
        required,
        maxLength,
        dir: value ? 'auto' : undefined,
        autoComplete: id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? 'wl-' + id + '-error' : undefined,
        onChange: event => set(event.target.value),
      }),
      h('p', { className: 'wl-error', id: 'wl-' + id + '-error', 'aria-live': 'polite' }, error || ''),
    );
  }

  // ---- After joining ----------------------------------------------------------------------------------------

  function place() {
    const position = format(entry.position);
    return h(
      'div',
      { className: 'wl-joined-view' },
      h('p', { className: 'wl-eyebrow' }, WORDS.joined),
      h(
        'h1',
        { className: 'wl-place', ref: headingRef, tabIndex: -1 },
        h('span', { className: 'wl-place-label' }, WORDS.place),
        ' ',
        h('span', { className: 'wl-number', style: { '--digits': Math.max(position.length, 2) } }, position),
      ),
      h('p', { className: 'wl-lead wl-message', dir: 'auto' }, entry.message),
      h('label', { className: 'wl-promise', htmlFor: 'wl-link' }, WORDS.promise),
      h(
        'div',
        { className: 'wl-link' },
        h('input', { id: 'wl-link', ref: linkRef, readOnly: true, value: entry.referralLink, onFocus: event => event.target.select() }),
        h('button', { className: 'wl-button', type: 'button', onClick: copyLink }, copyState === 'copied' ? words.copied : words.copy),
      ),
      h(
        'p',
        { className: 'wl-fine', role: 'status' },
        copyState === 'copied' ? words.linkCopied : copyState === 'failed' ? words.copyYourself : '',
      ),
    );
  }

  async function copyLink() {
    linkRef.current.select();
    let copied = true;
    try {
      await navigator.clipboard.writeText(entry.referralLink);
    } catch {
      copied = document.execCommand('copy');
    }
    setCopyState(copied ? 'copied' : 'failed');
  }
`;
