// Validates and normalizes the service's base URL, and lists the public deployments.
import { AppError } from '../../src-preload/domain/errors.ts'
import { readBaseUrl } from '../../src-preload/domain/accounts/wallet-input.ts'

/** The public deployments. Source: service facts, A1. */
export const knownNetworks = {
  mainnet: 'https://api.tanx.fi',
  testnet: 'https://api-testnet.tanx.fi',
} as const

/**
 * Reads a base URL that the user typed and returns it normalized: lowercase host, no default port, no trailing slash. A path
 * is kept, for services behind a gateway. https is required, except on loopback.
 * Errors: validation { field: 'baseUrl', reason: BaseUrlFault }.
 */
export function parseBaseUrl(text: string): string {
  const read = readBaseUrl(text, (url) => URL.parse(url))
  if (read.ok) return read.value
  throw new AppError('validation', { field: 'baseUrl', reason: read.fault })
}
