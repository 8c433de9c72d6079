// What can go wrong with one answer on its way, as data.

/** A change to one value of a JSON answer. */
export type Mutation = { readonly set: unknown } | { readonly remove: true } | { readonly rename: string }

/** A fault that needs the exchange's own answer: the request gets there and is done. */
export type AnswerFault =
  | { readonly kind: 'delayHead'; readonly ms: number }
  | { readonly kind: 'delayBody'; readonly ms: number }
  /** The answer waits for the test; who asked may be gone by then. */
  | { readonly kind: 'holdAnswer'; readonly until: Promise<void> }
  /** Done, and the answer is lost: what moved money has moved it. */
  | { readonly kind: 'closeAfterForward' }
  /** Done, and no answer comes. */
  | { readonly kind: 'neverAnswerAfterForward' }
  | { readonly kind: 'cutInBody'; readonly afterBytes: number }
  /** Fewer bytes, with the length that they have. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** A content-length of so much more or less than there is. */
  | { readonly kind: 'wrongLength'; readonly by: number; readonly thenCloses: boolean }
  | { readonly kind: 'drip'; readonly bytes: number; readonly pauseMs: number }
  /** Another body under the exchange's own status. */
  | {
      readonly kind: 'replaceBody'
      readonly body: string | Uint8Array
      readonly contentType?: string
      readonly contentEncoding?: string
    }
  /** White space without an announced length, then the connection is left open. */
  | { readonly kind: 'flood'; readonly bytes: number }
  | { readonly kind: 'mutate'; readonly at: readonly (string | number)[]; readonly to: Mutation }
  /** Names and values in turn, besides the exchange's own; a name may come twice. */
  | { readonly kind: 'addHeaders'; readonly headers: readonly string[] }
  /** A second answer that nobody asked for, right after the exchange's own. */
  | { readonly kind: 'extraAnswer'; readonly body: string }

/** A fault that takes the answer's place. The exchange sees the request only where `isForwarded`. */
export type OwnFault = { readonly isForwarded?: boolean } & (
  | { readonly kind: 'cutBeforeHead' }
  | { readonly kind: 'neverAnswer' }
  /** Bytes that are no HTTP answer, or half of one; then the connection ends. */
  | { readonly kind: 'raw'; readonly bytes: string }
  | {
      readonly kind: 'status'
      readonly status: number
      /** Sent as it is; an object as JSON. Nothing unless told. */
      readonly body?: string | object
      readonly headers?: Readonly<Record<string, string>>
    }
  /** To the form of the path with or without its last slash, or to an address. */
  | { readonly kind: 'redirect'; readonly status: number; readonly to: string }
  /** Everything that was sent, token included, in the sentence of an error, or in a page. */
  | { readonly kind: 'echo'; readonly status: number; readonly as: 'message' | 'page' | 'field' }
  /** The service's own refusal of an access token (facts, A5), whatever token it is. */
  | { readonly kind: 'refuseToken' }
)

/** A request that waits for the test before the exchange sees it, and gets there even where its sender is gone. */
export interface HoldRequest {
  readonly kind: 'holdRequest'
  readonly until: Promise<void>
}

export type Fault = AnswerFault | OwnFault | HoldRequest

const ownKinds = new Set<Fault['kind']>([
  'cutBeforeHead',
  'neverAnswer',
  'raw',
  'status',
  'redirect',
  'echo',
  'refuseToken',
])

export const isOwnFault = (fault: Fault): fault is OwnFault => ownKinds.has(fault.kind)
