// Why a connection of the exchange's streams is not open. The page holds the wording.

export const streamFaults = [
  /** Nothing listens there. */
  'refused',
  'nameNotFound',
  'unreachable',
  /** The line was cut, or the exchange closed it. */
  'closed',
  'certificate',
  /** The system's proxy could not be reached or did not connect. */
  'proxy',
  /** The system's proxy is of a kind that streams cannot use: they stay off. */
  'proxyKind',
  'blocked',
  'other',
  /** The exchange answered the handshake with a status. */
  'rateLimited',
  'redirect',
  'unauthenticated',
  'rejected',
  /** What came is not the WebSocket protocol. */
  'protocol',
  /** A message was larger than any that is read. */
  'tooLarge',
  /** There was no handshake in time. */
  'timeout',
  /** There was no answer to a ping. */
  'silent',
  /** There was no answer to subscriptions. */
  'ignored',
  /** More messages came than this computer should read. */
  'flood',
  /** The access token has ended; the next connection has a new one. */
  'tokenEnded',
  /** There is no access token: locked, signed out, or sign-in failed. */
  'signedOut',
] as const

export type StreamFault = (typeof streamFaults)[number]
