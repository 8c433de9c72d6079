// Global types that the preload adds to the page.
import type { StarkdeskApi } from '../src-preload/contract/contract.ts'

declare global {
  interface Window {
    readonly starkdesk: StarkdeskApi
  }
}
