// scrypt for keystore files, on Node's thread pool. The file's reader judges the cost.
import { scrypt } from 'node:crypto'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { Scrypt } from '../signing/keystore.ts'

/** Errors: internal if OpenSSL refuses the cost. */
export const nodeScrypt: Scrypt = (password, salt, { n, r, p }, length) => {
  // The working memory (128 * n * r), the blocks (128 * r * p), and room for OpenSSL's own.
  const maxmem = 128 * n * r + 128 * r * p + 1024 * 1024
  return new Promise((resolve, reject) => {
    scrypt(password, salt, length, { N: n, r, p, maxmem }, (error, derived) => {
      if (error === null) resolve(new Uint8Array(derived))
      else reject(new AppError('internal', { what: 'derive the key of a keystore file' }, error))
    })
  })
}
