// Owns: the type of what the confirmation window's preload puts on its page. Must not: describe anything else global.
import type { StarkdeskConfirmApi } from '../../src-preload/contract/contract.ts'

declare global {
  interface Window {
    readonly starkdeskConfirm: StarkdeskConfirmApi
  }
}
