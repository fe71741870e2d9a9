/**
 * Takes away what the policy cannot, and makes what the policy blocks say so.
 *
 * WebRTC is not subject to `connect-src`, so its constructors go. `fetch` is blocked by the policy in any case; here it
 * rejects with a DOMException, which is a reason that does not take the page down.
 */
export function confine(): void {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'RTCIceTransport']) {
    Reflect.deleteProperty(globalThis, name);
  }
  globalThis.fetch = async () => {
    throw new DOMException('Page code has no network: use props.onSubmit for the signup.', 'NotAllowedError');
  };
}
