// Names of the keys that the service's operator issues.
import type { ServiceKeyName } from '../../src-preload/contract/accounts/accounts.ts'

/** `title` at the head of a row, `noun` inside a sentence. */
export const serviceKeyWords: Readonly<
  Record<ServiceKeyName, { readonly title: string; readonly noun: string }>
> = {
  organizationKey: { title: 'Organization key', noun: 'organization key' },
  apiKey: { title: 'API key', noun: 'API key' },
}

/** Display and input order. */
export const serviceKeyOrder: readonly ServiceKeyName[] = ['organizationKey', 'apiKey']
