import { Anteroom, webhooks } from '@anteroom/client';

/**
 * What a program does with the client, in each runtime.
 * @param slug - of a new waitlist
 * @param event - a signed one: `{body, headers, secret}`
 */
export async function scenario({ baseUrl, apiKey, slug, event }) {
  const anteroom = new Anteroom({ baseUrl: `${baseUrl}/`, apiKey });
  const codeOf = call =>
    call.then(
      () => 'none',
      error => `${error.name} ${error.code ?? error.message}`,
    );
  await anteroom.waitlists.create({ name: slug, slug });
  const people = [1, 2, 3, 4, 5].map(n => ({ email: `${n}@${slug}.example` }));
  await anteroom.entries.add(slug, { people });
  const emails = [];
  for await (const { email } of anteroom.entries.all(slug, { limit: 2, sort: 'position' }))
    emails.push(email);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
  const { url } = await anteroom.assets.upload({ file: new Blob([svg], { type: 'image/svg+xml' }) });
  const stopped = new AbortController();
  stopped.abort(new Error('stopped'));
  return {
    emails,
    isUploaded: url.startsWith(baseUrl),
    event: (await webhooks.verify(event.body, event.headers, event.secret)).type,
    forged: await codeOf(anteroom.webhooks.verify(`${event.body} `, event.headers, event.secret)),
    badKey: await codeOf(new Anteroom({ baseUrl, apiKey: 'ar_live_wrong' }).account.get()),
    wrongUrl: await codeOf(new Anteroom({ baseUrl: `${baseUrl}/dashboard`, apiKey }).account.get()),
    gone: await codeOf(anteroom.waitlists.get('no-such-list')),
    aborted: await codeOf(anteroom.account.get({}, { signal: stopped.signal })),
  };
}
