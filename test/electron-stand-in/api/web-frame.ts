// Owns WebFrameMain: who sent a message, by URL, origin and parents.
// It must not be made twice for one frame: apps compare frames by identity.
import type Electron from 'electron'
import { originOf } from '../core/scheme-alias.ts'
import type { Frame, Page } from '../core/page.ts'
import { failByNameInClass } from '../strict.ts'

type Emulated = Pick<
  Electron.WebFrameMain,
  | 'url'
  | 'origin'
  | 'name'
  | 'frameTreeNodeId'
  | 'processId'
  | 'routingId'
  | 'frameToken'
  | 'detached'
  | 'isDestroyed'
>

let lastNodeId = 0

/** What a frame lets the main process do in it; only the main frame can be spoken to. */
export interface FrameActions {
  send: (channel: string, ...args: unknown[]) => void
  executeJavaScript: (code: string) => Promise<unknown>
  reload: () => boolean
}

export class WebFrame implements Emulated {
  readonly frameTreeNodeId: number
  readonly routingId: number
  readonly processId: number
  readonly #page: Page
  readonly #frameOf: () => Frame | undefined
  readonly #parent: () => WebFrame | null
  readonly #actions: FrameActions | undefined

  constructor(
    page: Page,
    processId: number,
    frameOf: () => Frame | undefined,
    parent: () => WebFrame | null,
    actions?: FrameActions,
  ) {
    lastNodeId += 1
    this.frameTreeNodeId = lastNodeId
    this.routingId = lastNodeId
    this.processId = processId
    this.#page = page
    this.#frameOf = frameOf
    this.#parent = parent
    this.#actions = actions
  }

  get url(): string {
    return this.#frameOf()?.url ?? ''
  }

  get origin(): string {
    return originOf(this.url)
  }

  get name(): string {
    return this.#frameOf()?.name ?? ''
  }

  get frameToken(): string {
    return this.#frameOf()?.id ?? ''
  }

  get parent(): WebFrame | null {
    return this.#parent()
  }

  get top(): WebFrame {
    return this.#parent()?.top ?? this
  }

  get detached(): boolean {
    return this.isDestroyed()
  }

  isDestroyed(): boolean {
    return this.#page.isGone || this.#frameOf() === undefined
  }

  send(channel: string, ...args: unknown[]): void {
    this.#actions?.send(channel, ...args)
  }

  async executeJavaScript(code: string): Promise<unknown> {
    if (!this.#actions) throw new Error('the Electron stand-in runs scripts only in main frames')
    return await this.#actions.executeJavaScript(code)
  }

  reload(): boolean {
    return this.#actions?.reload() ?? false
  }
}

failByNameInClass('WebFrameMain', WebFrame)
