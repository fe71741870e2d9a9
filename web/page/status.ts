/** The part of `GET /s/{token}.json` that changes. */
interface Place {
  readonly position: number;
  readonly ahead: number;
  readonly signups: number;
  readonly referralCount: number;
}

const REFRESH_MS = 15_000;

const format = (count: number) => count.toLocaleString('en');

/** Keeps the server-rendered status (`core/pages/render-status.ts`) up to date while it is visible. */
export function startStatus(section: HTMLElement): void {
  const find = (name: string) => section.querySelector<HTMLElement>(`[data-part=${name}]`) as HTMLElement;

  function show({ position, ahead, signups, referralCount }: Place): void {
    find('place').textContent = format(position);
    find('ahead').textContent = format(ahead);
    find('signups').textContent = format(signups);
    find('friends').textContent = format(referralCount);
  }

  async function refresh(): Promise<void> {
    if (document.hidden) return;
    const response = await fetch(section.dataset.source ?? '').catch(() => null);
    if (response?.ok) show((await response.json()) as Place);
  }

  setInterval(refresh, REFRESH_MS);
  document.addEventListener('visibilitychange', refresh);
}
