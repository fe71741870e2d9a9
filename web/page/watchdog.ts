/** Unanswered pings before the frame counts as hung. The loop guard inside it gives up after two seconds. */
const maxUnanswered = 4;
/** Blank pongs in a row before the page counts as empty: it may render nothing at first and fill in later. */
const maxBlank = 2;

export interface Watchdog {
  answered(pong: { readonly n: number; readonly blank: boolean }): void;
  stop(): void;
}

/** Pings the frame every second. Counts pings, not time, so a sleeping laptop or background tab doesn't look like a hang. */
export function startWatchdog(ping: (n: number) => void, onDead: (reason: string) => void): Watchdog {
  let sent = 0;
  let answered = 0;
  let blanks = 0;
  const timer = setInterval(() => {
    if (document.visibilityState === 'hidden') return;
    if (sent - answered >= maxUnanswered) {
      stop();
      onDead('The page code stopped responding.');
      return;
    }
    sent += 1;
    ping(sent);
  }, 1000);
  const stop = () => clearInterval(timer);
  return {
    stop,
    answered({ n, blank }) {
      if (n <= answered || n > sent) return;
      answered = n;
      blanks = blank ? blanks + 1 : 0;
      if (blanks < maxBlank) return;
      stop();
      onDead('The page code shows nothing.');
    },
  };
}
