// Downloads release files over https, with limited redirects (https only), size and time.
// Downloaded content is untrusted, and requests do not identify the user.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import { isLoopbackHost } from '../../src-preload/domain/accounts/wallet-input.ts'
import { untilAborted } from '../exchange/rate-limit/until-aborted.ts'

/** The response to one request, redirects not followed. */
export interface Hop {
  readonly status: number
  /** Target of a redirect; null without one. */
  readonly location: string | null
  /** Read it to the end, or abort the signal. */
  readonly body: AsyncIterable<Uint8Array>
}

/** Sends one GET without cookies or credentials and without following redirects, until the signal aborts. */
export type AskHop = (url: string, signal: AbortSignal) => Promise<Hop>

export interface DownloadLimits {
  /** Time limit for the response headers. */
  readonly headMs: number
  /** Time limit between two chunks of the body. */
  readonly idleMs: number
}

const defaultLimits: DownloadLimits = { headMs: 20_000, idleMs: 30_000 }
const MAX_REDIRECTS = 5

export interface DownloadsOptions {
  readonly ask: AskHop
  /** Also accepts http on the loopback interface: for tests only, never in a packaged app. */
  readonly mayUseLoopback: boolean
  readonly limits?: DownloadLimits
}

/** A file and its maximum size. */
export interface Wanted {
  readonly url: string
  readonly maxBytes: number
  readonly signal: AbortSignal
}

const fileOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''

/** A short reason for a network failure. Host names and other details stay in the cause, which only the log contains. */
function unreachable(url: string, cause: unknown): AppError {
  return new AppError('updateUnreachable', { file: fileOf(url), reason: 'network' }, cause)
}

export function createDownloads({ ask, mayUseLoopback, limits = defaultLimits }: DownloadsOptions) {
  function isAllowed(url: URL): boolean {
    if (url.username !== '' || url.password !== '') return false
    if (url.protocol === 'https:') return true
    return mayUseLoopback && url.protocol === 'http:' && isLoopbackHost(url.hostname)
  }

  /** Resolves a redirect; refuses anything but https. */
  function follow(from: URL, location: string): URL {
    const to = URL.parse(location, from.href)
    const isLess = from.protocol === 'https:' && to?.protocol !== 'https:'
    if (to === null || isLess || !isAllowed(to))
      throw new AppError('updateRefused', { reason: 'redirect', file: fileOf(from.href) })
    return to
  }

  /** Runs work with an idle timer that each sign of progress restarts. */
  async function watched<T>(
    { url, signal }: Wanted,
    work: (stop: AbortSignal, alive: (ms: number) => void) => Promise<T>,
  ): Promise<T> {
    const stop = new AbortController()
    const onAbort = (): void => stop.abort(new AppError('cancelled', { reason: 'user' }))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    let timer: NodeJS.Timeout | undefined
    const alive = (ms: number): void => {
      clearTimeout(timer)
      timer = setTimeout(
        () => stop.abort(new AppError('updateUnreachable', { file: fileOf(url), reason: 'timeout' })),
        ms,
      )
    }
    try {
      return await work(stop.signal, alive)
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      // Frees the connection if the response was not read to the end.
      stop.abort(new AppError('cancelled', { reason: 'done' }))
    }
  }

  /** Calls `take` with each chunk; returns false if the file does not exist. */
  function fetchPieces(wanted: Wanted, take: (piece: Uint8Array) => Promise<void> | void): Promise<boolean> {
    return watched(wanted, async (stop, alive) => {
      const first = new URL(wanted.url)
      if (!isAllowed(first))
        throw new AppError('updateRefused', { reason: 'address', file: fileOf(wanted.url) })
      const hop = await askFollowing(first, stop, alive)
      if (hop.status === 404) return false
      if (hop.status !== 200) {
        const { status } = hop
        throw new AppError('updateUnreachable', { file: fileOf(wanted.url), reason: 'status', status })
      }
      let bytes = 0
      const pieces = hop.body[Symbol.asyncIterator]()
      for (;;) {
        alive(limits.idleMs)
        const next = await untilAborted(
          pieces.next().catch((error: unknown) => {
            throw unreachable(wanted.url, error)
          }),
          stop,
        )
        if (next.done === true) return true
        bytes += next.value.byteLength
        if (bytes > wanted.maxBytes)
          throw new AppError('updateRefused', { reason: 'tooLarge', file: fileOf(wanted.url) })
        await take(next.value)
      }
    })
  }

  async function askFollowing(first: URL, stop: AbortSignal, alive: (ms: number) => void): Promise<Hop> {
    let at = first
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      alive(limits.headMs)
      const url = at.href
      const asked = ask(url, stop).catch((error: unknown) => {
        throw unreachable(url, error)
      })
      const hop = await untilAborted(asked, stop)
      if (hop.location === null) return hop
      at = follow(at, hop.location)
    }
    throw new AppError('updateRefused', { reason: 'redirect', file: fileOf(first.href) })
  }

  return {
    /**
     * Reads a small file; null if it does not exist. Errors: updateUnreachable { file, reason, status }; updateRefused {
     * file, reason: 'redirect' | 'address' | 'tooLarge' }; cancelled.
     */
    async read(wanted: Wanted): Promise<Buffer | null> {
      const pieces: Uint8Array[] = []
      const isThere = await fetchPieces(wanted, (piece) => {
        pieces.push(piece)
      })
      return isThere ? Buffer.concat(pieces) : null
    },

    /**
     * Writes a file, replacing an existing one, and verifies its SHA-512 (base64). The caller deletes partial files. Errors:
     * as of `read`; updateRefused { reason: 'digest' | 'missing' }; updateFailed { step: 'download', reason: the system's
     * code }.
     */
    async save(
      wanted: Wanted & { readonly sha512: string; readonly onBytes: (doneBytes: number) => void },
      path: string,
    ): Promise<void> {
      const hash = createHash('sha512')
      let doneBytes = 0
      const failed = (error: unknown): never => {
        if (isAppError(error)) throw error
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
        throw new AppError('updateFailed', { step: 'download', reason: code }, error)
      }
      const file = await open(path, 'w', 0o600).catch(failed)
      try {
        const isThere = await fetchPieces(wanted, async (piece) => {
          hash.update(piece)
          await file.writeFile(piece).catch(failed)
          doneBytes += piece.byteLength
          wanted.onBytes(doneBytes)
        })
        if (!isThere) throw new AppError('updateRefused', { reason: 'missing', file: fileOf(wanted.url) })
        await file.sync().catch(failed)
      } finally {
        await file.close()
      }
      if (hash.digest('base64') !== wanted.sha512)
        throw new AppError('updateRefused', { reason: 'digest', file: fileOf(wanted.url) })
    },
  }
}
export type Downloads = ReturnType<typeof createDownloads>
