import { startPlace } from './place.ts';

// The server explains why the place is gone.
startPlace(document.getElementById('place') as HTMLElement, { onGone: () => location.reload() });
