// Owns: fetching what a release is made of: https only, by a few redirects to https, with limits of size and time.
// Must not: believe anything that it fetches, or send anything that tells who asks.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import { isLoopbackHost } from '../../src-preload/domain/wallet-input.ts'
import { untilAborted } from '../exchange/traffic/until-aborted.ts'

/** The answer to one request, which followed no redirect. */
export interface Hop {
  readonly status: number
  /** Where it sends on to; null where it does not. */
  readonly location: string | null
  /** Read to its end, or left when the signal fires. */
  readonly body: AsyncIterable<Uint8Array>
}

/** Sends one GET without cookies or credentials and follows no redirect; ends with the signal. */
export type AskHop = (url: string, signal: AbortSignal) => Promise<Hop>

export interface DownloadLimits {
  /** Until the head of an answer is there. */
  readonly headMs: number
  /** Between two pieces of it. */
  readonly idleMs: number
}

const usualLimits: DownloadLimits = { headMs: 20_000, idleMs: 30_000 }
const MOST_REDIRECTS = 5

export interface DownloadsOptions {
  readonly ask: AskHop
  /** http on this computer is taken too: for tests, and never in a packaged app. */
  readonly mayUseLoopback: boolean
  readonly limits?: DownloadLimits
}

/** A file and the most that it may have. */
export interface Wanted {
  readonly url: string
  readonly mostBytes: number
  readonly signal: AbortSignal
}

const fileOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? ''

/** The failure of a line, in a word: names of hosts and the like stay in the cause, which the log has. */
function unreachable(url: string, cause: unknown): AppError {
  return new AppError('updateUnreachable', { file: fileOf(url), reason: 'network' }, cause)
}

export function createDownloads({ ask, mayUseLoopback, limits = usualLimits }: DownloadsOptions) {
  function isAllowed(url: URL): boolean {
    if (url.username !== '' || url.password !== '') return false
    if (url.protocol === 'https:') return true
    return mayUseLoopback && url.protocol === 'http:' && isLoopbackHost(url.hostname)
  }

  /** Nothing leaves https, wherever it is sent. */
  function follow(from: URL, location: string): URL {
    const to = URL.parse(location, from.href)
    const isLess = from.protocol === 'https:' && to?.protocol !== 'https:'
    if (to === null || isLess || !isAllowed(to))
      throw new AppError('updateRefused', { reason: 'redirect', file: fileOf(from.href) })
    return to
  }

  /** Runs the work with a timer that its every sign of life winds up again. */
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
      // Frees the line where the answer was not read to its end.
      stop.abort(new AppError('cancelled', { reason: 'done' }))
    }
  }

  /** Calls `take` with each piece; answers false where there is no such file. */
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
        if (bytes > wanted.mostBytes)
          throw new AppError('updateRefused', { reason: 'tooLarge', file: fileOf(wanted.url) })
        await take(next.value)
      }
    })
  }

  async function askFollowing(first: URL, stop: AbortSignal, alive: (ms: number) => void): Promise<Hop> {
    let at = first
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
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
     * A small file; null where there is none. Errors: updateUnreachable { file, reason, status }; updateRefused { file, reason:
     * 'redirect' | 'address' | 'tooLarge' }; cancelled.
     */
    async read(wanted: Wanted): Promise<Buffer | null> {
      const pieces: Uint8Array[] = []
      const isThere = await fetchPieces(wanted, (piece) => {
        pieces.push(piece)
      })
      return isThere ? Buffer.concat(pieces) : null
    },

    /**
     * Writes a file, replacing it, and compares what came with its SHA-512 (base64). What was written of it is left to the caller
     * to delete. Errors: as of `read`; updateRefused { reason: 'digest' | 'missing' }; updateFailed { step: 'download', reason:
     * the system's code }.
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
