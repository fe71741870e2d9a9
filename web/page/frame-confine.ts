/**
 * Removes WebRTC, which `connect-src` doesn't cover, and makes `fetch`, which the policy blocks anyway, reject with a
 * DOMException, which doesn't take the page down.
 */
export function confine(): void {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'RTCIceTransport']) {
    Reflect.deleteProperty(globalThis, name);
  }
  globalThis.fetch = async () => {
    throw new DOMException(
      'Page code has no network access. Use props.onSubmit to sign up.',
      'NotAllowedError',
    );
  };
}
