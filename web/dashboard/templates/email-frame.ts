/*
 * The one script of the frame in which emails are shown. The document that the dashboard sends takes the place of this
 * one, under a policy by which nothing in it runs and nothing leaves it but requests for images.
 */
addEventListener('message', ({ source, data }: MessageEvent<{ html?: unknown }>) => {
  if (source !== parent || typeof data?.html !== 'string') return;
  const { documentElement } = new DOMParser().parseFromString(data.html, 'text/html');
  document.replaceChild(document.adoptNode(documentElement), document.documentElement);
});
