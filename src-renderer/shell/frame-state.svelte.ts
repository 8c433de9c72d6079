// State of the frame: open overlays and navigation.
import { tick } from 'svelte'
import type { Account } from '../../src-preload/contract/accounts/accounts.ts'
import type { Notice } from '../../src-preload/contract/app/alerts.ts'
import type { ViewName } from '../../src-preload/domain/views.ts'
import { router } from './page/router.svelte.ts'
import { exports } from './state/exports.svelte.ts'
import { savedFile } from './state/saved-file.svelte.ts'
import { notices } from './state/notices.svelte.ts'
import { accounts } from './state/accounts.svelte.ts'
import { security } from './state/security.svelte.ts'
import type { Way } from '../features/onboarding/onboarding.svelte.ts'
import type { AppActions } from './palette/app-commands.ts'
import { palette } from './palette/palette.svelte.ts'
import { onboardingPart } from './parts.ts'

interface Connected {
  readonly account: Account
  readonly way: Way
}

export class FrameState {
  /** The add-account form over the frame; null when closed. `again` is the account whose key is entered again. */
  adding = $state.raw<{ readonly again: Account | null } | null>(null)
  justConnected = $state.raw<Connected | null>(null)
  toRemove = $state.raw<Account | null>(null)
  /** ID of the account whose details are open; the content follows main. */
  detailsOf = $state<string | null>(null)
  /** Unlock form over the frame; only while figures stay readable when locked. */
  isUnlockOpen = $state(false)
  /** Container element of the views. */
  content = $state<HTMLElement>()

  readonly accountsState = $derived(accounts.state.status === 'ready' ? accounts.state.value : null)
  readonly hasAccount = $derived(this.accountsState !== null && this.accountsState.accounts.length > 0)
  readonly details = $derived(this.accountsState?.accounts.find(({ id }) => id === this.detailsOf) ?? null)
  readonly isSettings = $derived(router.view === 'settings' && this.adding === null)
  readonly isData = $derived(router.view === 'data' && this.adding === null)
  /** True when an overlay needs to open. */
  readonly isOverlayWanted = $derived(
    palette.isOpen ||
      palette.isSheetOpen ||
      this.isUnlockOpen ||
      this.toRemove !== null ||
      this.details !== null ||
      (!accounts.isSignatureHeld && accounts.signatureRequest !== null),
  )

  readonly ways: AppActions

  constructor() {
    // A getter: the value follows the active account.
    const hasAccount = (): boolean => this.hasAccount
    this.ways = {
      get hasAccount() {
        return hasAccount()
      },
      show: (view, part) => this.show(view, part),
      lock: () => this.followLock(),
      addAccount: () => void this.startAdding(null),
      showKeys: () => (palette.isSheetOpen = true),
    }
  }

  /** Closes everything; another person may use the screen next. */
  forget(): void {
    this.adding = this.justConnected = this.toRemove = this.detailsOf = null
    palette.forget()
  }

  /** Closes pending overlays, except a login text waiting for a signature. */
  closeOverlays(): void {
    this.toRemove = this.detailsOf = null
    this.isUnlockOpen = palette.isOpen = palette.isSheetOpen = false
  }

  show(view: ViewName, part: string | null = null): void {
    // Overlays of a view stay over that view.
    if (this.toRemove !== null || this.details !== null || this.isUnlockOpen) return
    palette.isOpen = palette.isSheetOpen = false
    router.go(view, part)
    if (this.adding !== null) void this.leaveAdding()
  }

  /** Opens a notice's subject: the market, or the order in its own account. */
  async openNotice(notice: Notice): Promise<void> {
    const { what } = notice
    // An order that is gone stays an alarm in Trade until it is placed again or dismissed there.
    if (what.kind !== 'orderGone') void notices.markRead(notice)
    if (what.kind === 'priceCrossed') {
      this.show('trade', what.market)
      return
    }
    if (what.accountId !== accounts.active?.id) await accounts.activate(what.accountId)
    switch (what.kind) {
      case 'transferReceived':
        this.show('transfers')
        return
      case 'signingLocked':
      case 'orderGone':
        this.show('trade')
        return
      case 'sessionEnded':
      case 'orderUnknown':
        this.show('orders')
        return
      case 'orderFilled':
      case 'orderPartlyFilled':
      case 'orderCancelled':
      case 'orderFoundLate':
      case 'orderDiffers':
      case 'cancelAsked':
        this.show('orders', what.orderId === null ? null : String(what.orderId))
    }
  }

  /** Locks, unlocks, or opens the password setting, depending on the state. */
  followLock(): void {
    if (security.state.status !== 'ready') return
    switch (security.state.value.password) {
      case 'none':
        this.show('settings', 'security')
        return
      case 'unlocked':
        return void security.lock()
      case 'locked':
      case 'damaged':
        return void this.openUnlock()
    }
  }

  /** Closes open overlays first, which release the focus. */
  async openUnlock(): Promise<void> {
    this.detailsOf = this.toRemove = null
    palette.isOpen = palette.isSheetOpen = false
    await tick()
    this.isUnlockOpen = true
  }

  /** The pressed button no longer exists, so focus moves to the form's heading. */
  async startAdding(again: Account | null): Promise<void> {
    this.adding = { again }
    await onboardingPart.load()
    await tick()
    const heading = this.content?.querySelector<HTMLElement>('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
  }

  /** The focused element was removed with the form. */
  async leaveAdding(): Promise<void> {
    this.adding = null
    await tick()
    this.content?.focus()
  }

  /** What had the focus may have been in the view that was left: Tab goes on in the new one, not at the head of the window. */
  async #catchFocus(): Promise<void> {
    await tick()
    if (document.activeElement === document.body) this.content?.focus()
  }

  async finishConnecting(account: Account, way: Way): Promise<void> {
    // Compares against main's current account state.
    await accounts.load()
    accounts.dismissError()
    this.justConnected = { account, way }
    await this.leaveAdding()
  }

  /** Keeps overlays in sync with the view and account. Call once during component initialization. */
  follow(): void {
    $effect(() => {
      if (!security.isLocked) this.isUnlockOpen = false
    })

    // One-time notices do not repeat in the next view, and choosing a view closes the form over it.
    // Trade takes the name of its layout once its settings are read, which leads nowhere else.
    const viewOf = (): ViewName => (router.view === 'markets' ? 'trade' : router.view)
    let viewBefore = viewOf()
    $effect(() => {
      const view = viewOf()
      if (view !== viewBefore) {
        this.justConnected = this.adding = null
        accounts.dismissRemoval()
        exports.dismissCancelled()
        savedFile.dismiss()
        void this.#catchFocus()
      }
      viewBefore = view
    })

    // A notice about a sign-in ends with it, and with the account.
    let wasSignedIn = false
    $effect(() => {
      if (this.justConnected === null || this.accountsState === null) {
        wasSignedIn = false
        return
      }
      // Signing in anew, while signed in, ends nothing.
      const isSignedIn =
        this.accountsState.session === 'signedIn' ||
        (wasSignedIn && this.accountsState.session === 'signingIn')
      if (this.accountsState.activeId !== this.justConnected.account.id || (wasSignedIn && !isSignedIn)) {
        this.justConnected = null
      }
      wasSignedIn = isSignedIn
    })
  }
}
