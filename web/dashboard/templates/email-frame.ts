/*
 * The only script in the email preview's frame. It replaces the document with the email that the dashboard posts, under a
 * policy that blocks scripts and every request except for images.
 */
addEventListener('message', ({ source, data }: MessageEvent<{ html?: unknown }>) => {
  if (source !== parent || typeof data?.html !== 'string') return;
  const { documentElement } = new DOMParser().parseFromString(data.html, 'text/html');
  const { scrollX, scrollY } = window;
  document.replaceChild(document.adoptNode(documentElement), document.documentElement);
  // It is shown again with every change, and its reader stays where they are.
  scrollTo(scrollX, scrollY);
});

// A dialog around the frame closes on Escape wherever the focus is.
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') parent.postMessage({ key }, '*');
});
