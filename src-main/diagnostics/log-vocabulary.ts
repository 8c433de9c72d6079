// Allow-list of words in log lines that may leave this computer. A test compares it with the log lines in the sources.

import { redactText } from './redact.ts'

/** Areas that write to the log; any other is `other`. */
export const logAreas = [
  'accounts',
  'alerts',
  'app',
  'charts',
  'connection',
  'data',
  'desktop',
  'diagnostics',
  'exports',
  'ipc',
  'keychain',
  'practice',
  'security',
  'session',
  'signing',
  'store',
  'sync',
  'trading',
  'transfers',
  'updates',
  'window',
  'other',
] as const

/** Error names of the language, Node and the libraries in use. */
export const errorNames = [
  'AbortError',
  'AggregateError',
  'AppError',
  'Error',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SqliteError',
  'SyntaxError',
  'SystemError',
  'TimeoutError',
  'TypeError',
  'URIError',
  'ZodError',
] as const

/** Error reasons of our code, zod and the system; no free text. */
export const logReasons = [
  // ours
  'accountLeft',
  'anotherProgram',
  'busy',
  'cancelled',
  'closed',
  'content',
  'crashed',
  'empty',
  'exists',
  'failed',
  'full',
  'givenUp',
  'header',
  'last',
  'length',
  'listed',
  'locked',
  'mismatch',
  'noAnswer',
  'noBackup',
  'noCollection',
  'noKey',
  'noService',
  'noSession',
  'noWindow',
  'notAllowed',
  'notFile',
  'notHex',
  'notInState',
  'notInstalled',
  'notText',
  'notTheList',
  'notVault',
  'otherAccount',
  'otherWallet',
  'otherWords',
  'outOfRange',
  'parameters',
  'range',
  'redirect',
  'rowsRefused',
  'schema',
  'signInNeeded',
  'signedOut',
  'taken',
  'tokensRefused',
  'tooLarge',
  'tooLate',
  'tooLong',
  'tooMany',
  'tooSoon',
  'truncated',
  'unknown',
  'usedBefore',
  'version',
  'wrongChecksum',
  'wrongLength',
  'wrongPassword',
  // zod
  'custom',
  'invalid_format',
  'invalid_type',
  'invalid_union',
  'invalid_value',
  'not_multiple_of',
  'too_big',
  'too_small',
  'unrecognized_keys',
  // the system
  'EACCES',
  'EADDRINUSE',
  'EBUSY',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EDQUOT',
  'EIO',
  'EISDIR',
  'EMFILE',
  'ENOENT',
  'ENOSPC',
  'ENOTDIR',
  'ENOTEMPTY',
  'ENOTFOUND',
  'EPERM',
  'EPIPE',
  'EROFS',
  'ETIMEDOUT',
  // Limits of the cache (store/disk-room.ts)
  'DISK_LOW',
  'QUOTA_FILLS',
  'QUOTA_MARKETS',
  'QUOTA_ORDERS',
  'QUOTA_TRADES',
  'QUOTA_TRANSFERS',
  // SQLite
  'SQLITE_BUSY',
  'SQLITE_CANTOPEN',
  'SQLITE_CORRUPT',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_LOCKED',
  'SQLITE_NOTADB',
  'SQLITE_READONLY',
] as const

/** The words of our own log lines. */
const lines = `
  a account accounts again all an and announce another answers are as at away
  back backup begin being bring busy by
  cache calendar call candles change changed check cleared clear close closed closing compare compared confirmation copied
  copies could count
  damaged data day decimals delete derived did died directory down download dropped durable
  emptied end ended entry event exported export
  failed file files fill filled find fills follow for foreign forget found from
  gather gathered go gone
  had has have held history hold holds
  icon in into is it its
  journal
  keep keeps kept key keychain keys keystore killed known
  leave left leftovers licenses line list load loaded locked log login look looked lost
  made make market meant measure menu more moved move
  needs network new no not note nothing notice notices notification now nothing
  of off old on once one open opened or order orders out over
  page password passwords picture place portfolio position practice private process profile profit
  quit
  read reading reason receipt refresh refused release remove removed repair replaced report reset reminder rolled row rows run
  save saved screen second secrets send service session set settings show shown sign signed size smaller so stand start started
  state step still stop stopped store stream strengthen
  take taken takes tell tells text than that the this thread through to token too took trades transfer transfers tray tried try
  unlocking until update updates use used
  vault
  was were went what when which while whole window with without work write wrong wrote written
  zoom
  about app ask be before dead desktop fails how install installed link links mark put registered sits stands system up warns
  after come electron-updater
  accepted answer balances cancel canceled canceling everything include late listing moved tell turns learn placed prices probablyplaced reported notsent sending settle unknown whether
  lock rest minutes session sessions difference locked review signature signing
  aside deadline exchange handled intent abandoned initiated initiating intended processing succeeded differs initiate sent
`
const words: ReadonlySet<string> = new Set(lines.toLowerCase().trim().split(/\s+/))

/** Characters. */
const maxTextLength = 4_000
/** Longer lines are not ours. */
const maxWords = 24

/** The line with `…` for each word that is not in the list; numbers and punctuation are dropped. */
export function filterLogWords(text: string): string {
  // Some words of a seed phrase are also ours, so a text that looks like one is dropped completely.
  const head = text.slice(0, maxTextLength)
  if (redactText(head) !== head) return '…'
  const kept = head
    .slice(0, 1_000)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      if (word === 'L2') return word
      const [, letters = '', mark = ''] = /^([\p{L}’'-]{1,20})([,;:.]?)$/u.exec(word) ?? []
      return words.has(letters.toLowerCase()) ? `${letters.toLowerCase()}${mark}` : '…'
    })
  // Mostly unknown words: the known ones are a coincidence.
  if (kept.filter((word) => word === '…').length * 2 > kept.length) return '…'
  // One per run of unknown words.
  return kept
    .filter((word, index) => word !== '…' || kept[index - 1] !== '…')
    .slice(0, maxWords)
    .join(' ')
    .slice(0, 120)
}
