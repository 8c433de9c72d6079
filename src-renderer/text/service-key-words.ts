// Owns: what the keys of the service's operator are called. Must not: know which are kept.
import type { ServiceKeyName } from '../../src-preload/contract/accounts.ts'

/** `title` at the head of a row, `noun` inside a sentence. */
export const serviceKeyWords: Readonly<
  Record<ServiceKeyName, { readonly title: string; readonly noun: string }>
> = {
  organizationKey: { title: 'Organisation key', noun: 'organisation key' },
  apiKey: { title: 'API key', noun: 'API key' },
}

/** The order in which they are shown and asked for. */
export const serviceKeyOrder: readonly ServiceKeyName[] = ['organizationKey', 'apiKey']
