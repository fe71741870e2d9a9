/**
 * Codes of errors that pass by themselves, of Postgres (connection lost, out of disk, memory, or connections, a wait for a
 * lock or a statement that took too long, shutting down or starting) and of Node's sockets.
 */
const CODES =
  /^(08...|53...|55P03|57014|57P0[1-3]|58030|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOSPC)$/;

/** The driver's messages without a code, when its connection is lost or cannot be made in time. */
const MESSAGES =
  /^(Connection terminated|timeout (exceeded|expired)|Query read timeout|Client has encountered a connection error)/;

/** Whether our database is unavailable or overloaded, so that the same request may succeed in seconds. */
export function isUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { code } = thrown as { code?: unknown };
  return typeof code === 'string' ? CODES.test(code) : MESSAGES.test(thrown.message);
}
