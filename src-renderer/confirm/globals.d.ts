// Global type that the confirmation window's preload adds to its page.
import type { StarkdeskConfirmApi } from '../../src-preload/contract/contract.ts'

declare global {
  interface Window {
    readonly starkdeskConfirm: StarkdeskConfirmApi
  }
}
