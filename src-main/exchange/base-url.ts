// Owns: which addresses the service may be reached at, and how they are written. Must not: open any connection.
import { AppError } from '../../src-preload/domain/errors.ts'
import { readBaseUrl } from '../../src-preload/domain/wallet-input.ts'

/** The public deployments. Source: service facts, A1. */
export const knownNetworks = {
  mainnet: 'https://api.tanx.fi',
  testnet: 'https://api-testnet.tanx.fi',
} as const

/**
 * Reads a base URL that a person typed and returns it normalised: lowercase host, default port left out, no slash at
 * the end. A path is kept, for services behind a gateway. https is required, except on loopback.
 * Errors: validation { field: 'baseUrl', reason: BaseUrlFault }.
 */
export function parseBaseUrl(text: string): string {
  const read = readBaseUrl(text, (url) => URL.parse(url))
  if (read.ok) return read.value
  throw new AppError('validation', { field: 'baseUrl', reason: read.fault })
}
