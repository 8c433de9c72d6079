// A person in front of the confirmation window: looks, waits, answers over the border that the window's page uses.
import type { ConfirmAnswer, ConfirmRequest } from '../../../src-preload/contract/accounts/confirm.ts'
import { channels } from '../../../src-preload/contract/contract.ts'
import type { Result } from '../../../src-preload/contract/channel.ts'
import { answer } from '../../../src-main/ipc/register.ts'
import {
  type Confirmations,
  createConfirmations,
} from '../../../src-main/accounts/questions/confirmations.ts'
import type { ConfirmWindowEvents } from '../../../src-main/accounts/questions/conversation.ts'
import { makeLog } from '../world.ts'

export interface Desk {
  readonly confirmations: Confirmations
  /** Windows that were opened, the last one last. */
  readonly windows: (ConfirmWindowEvents & { isOpen: boolean })[]
  /** What the window asks now. */
  look(): Promise<ConfirmRequest>
  /** The word that the window shows at its head. */
  lookForWord(): Promise<string | null>
  /** Any channel of the window. */
  call(name: string, input: unknown): Promise<Result<unknown>>
  /** For how long the page is told to be deaf. */
  lookHowDeaf(): Promise<number>
  /** Lets time pass. */
  wait(ms: number): void
  /** The window comes to the front (again). */
  focus(): void
  /** Presses the X of its frame. */
  closeWindow(): void
  say(given: ConfirmAnswer | Readonly<Record<string, unknown>>): Promise<Result<unknown>>
}

/** @param isShown - false for a window that takes its time to appear */
export function makeDesk({ isShown = true, randomBelow = (limit: number) => limit - 1 } = {}): Desk {
  const windows: Desk['windows'] = []
  let nowMs = 5_000
  const { log } = makeLog()
  let word: string | null = null
  const { confirmations, handlers } = createConfirmations({
    monotonicMs: () => nowMs,
    randomBelow,
    word: {
      get: () => Promise.resolve(word),
      set: (next) => {
        word = next
        return Promise.resolve()
      },
    },
    openWindow: (events) => {
      const window = { ...events, isOpen: true }
      windows.push(window)
      if (isShown) events.onAttention()
      return {
        close: () => {
          if (!window.isOpen) return
          window.isOpen = false
          events.onClosed()
        },
      }
    },
  })
  const call = (name: string, input: unknown): Promise<Result<unknown>> => answer(name, input, handlers, log)
  const getRequest = async () => {
    const told = await call('confirm:getRequest', {})
    if (!told.ok) throw new Error(`nothing is asked: ${told.error.code}`)
    return channels['confirm:getRequest'].output.parse(told.value)
  }

  return {
    confirmations,
    windows,
    look: async () => (await getRequest()).request,
    lookForWord: async () => (await getRequest()).word,
    call,
    lookHowDeaf: async () => (await getRequest()).deafForMs,
    wait: (ms) => {
      nowMs += ms
    },
    focus: () => windows.at(-1)?.onAttention(),
    closeWindow: () => {
      const window = windows.at(-1)
      if (!window?.isOpen) return
      window.isOpen = false
      window.onClosed()
    },
    say: (given) => call('confirm:answer', given),
  }
}
