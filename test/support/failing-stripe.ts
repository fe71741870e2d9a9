import { listen } from '../../local/http/listen.ts';

/** A failing Stripe: it responds to every request with this status and error, or not at all. */
export async function startFailingStripe(answer: { status: number; type: string } | 'breaks') {
  let asked = 0;
  const server = await listen('127.0.0.1', 0, async (request, response) => {
    asked++;
    for await (const _ of request);
    if (answer === 'breaks') {
      response.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { type: answer.type, message: 'Refused: sk_test_secret' } }));
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    asked: () => asked,
    stop: () => server.stop({ force: true }),
  };
}
