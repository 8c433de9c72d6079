// Owns: the types of what the preload puts on the page. Must not: describe anything else global.
import type { StarkdeskApi } from '../src-preload/contract/contract.ts'

declare global {
  interface Window {
    readonly starkdesk: StarkdeskApi
  }
}
