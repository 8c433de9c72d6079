// Owns: which addresses the service may be reached at, and how they are written. Must not: open any connection.
import { AppError } from '../../src-preload/shared/errors.ts'

/** The public deployments. Source: service facts, A1. */
export const knownNetworks = {
  mainnet: 'https://api.tanx.fi',
  testnet: 'https://api-testnet.tanx.fi',
} as const

/** Why a text is not a base URL. The renderer words each of them. */
export type BaseUrlFault =
  'empty' | 'notUrl' | 'notHttp' | 'notHttps' | 'hasCredentials' | 'hasQuery' | 'hasFragment'

function fault(reason: BaseUrlFault): AppError {
  return new AppError('validation', { field: 'baseUrl', reason })
}

/** True for names and addresses that never leave this computer (RFC 6761 localhost, 127.0.0.0/8, ::1). */
export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  )
}

/**
 * Reads a base URL that a person typed and returns it normalised: lowercase host, default port left out, no slash at
 * the end. A path is kept, for services behind a gateway. https is required, except on loopback.
 * Errors: validation { field: 'baseUrl', reason: BaseUrlFault }.
 */
export function parseBaseUrl(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw fault('empty')
  const url = URL.parse(trimmed)
  if (url === null) throw fault('notUrl')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw fault('notHttp')
  if (url.username !== '' || url.password !== '') throw fault('hasCredentials')
  // A bare "?" or "#" leaves search and hash empty and would still break every path that is joined on.
  if (trimmed.includes('?')) throw fault('hasQuery')
  if (trimmed.includes('#')) throw fault('hasFragment')
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) throw fault('notHttps')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}
