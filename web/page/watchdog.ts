/** How many unanswered pings in a row mean that the frame hangs. The loop guard inside it gives up after two seconds. */
const patience = 4;
/** How many pongs in a row may say "blank": a page may render nothing at first and fill itself in an effect. */
const blankPatience = 2;

export interface Watchdog {
  answered(pong: { readonly n: number; readonly blank: boolean }): void;
  stop(): void;
}

/**
 * Pings the frame every second. It counts ticks and not time, so a laptop that slept, or a tab in the background whose
 * timers stood still, is not taken for a frame that hangs.
 */
export function startWatchdog(ping: (n: number) => void, onDead: (reason: string) => void): Watchdog {
  let sent = 0;
  let answered = 0;
  let blanks = 0;
  const timer = setInterval(() => {
    if (document.visibilityState === 'hidden') return;
    if (sent - answered >= patience) {
      stop();
      onDead('The page code does not respond.');
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
      if (blanks < blankPatience) return;
      stop();
      onDead('The page code shows nothing.');
    },
  };
}
