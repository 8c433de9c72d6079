// Owns: what is open over the frame, and the ways through the app that only the frame knows. Must not: know a view's data.
import { tick } from 'svelte'
import type { Account } from '../../src-preload/contract/accounts.ts'
import type { Notice } from '../../src-preload/contract/alerts.ts'
import { router, type ViewName } from './page/router.svelte.ts'
import { accounts } from './state/accounts.svelte.ts'
import { security } from './state/security.svelte.ts'
import type { Way } from '../features/onboarding/onboarding.svelte.ts'
import type { AppWays } from './palette/app-commands.ts'
import { palette } from './palette/palette.svelte.ts'
import { onboardingPart } from './parts.ts'

interface Connected {
  readonly account: Account
  readonly way: Way
}

export class FrameState {
  /** Adding an account over the working frame: null while it is not, else the account whose key is asked for again. */
  adding = $state.raw<{ readonly again: Account | null } | null>(null)
  justConnected = $state.raw<Connected | null>(null)
  toRemove = $state.raw<Account | null>(null)
  /** Id of the account whose details are open: what it says follows main. */
  detailsOf = $state<string | null>(null)
  /** The unlock form over the frame, which is there only while figures stay readable. */
  isUnlockOpen = $state(false)
  /** The place of the views. */
  content = $state<HTMLElement>()

  readonly accountsState = $derived(accounts.state.status === 'ready' ? accounts.state.value : null)
  readonly hasAccount = $derived(this.accountsState !== null && this.accountsState.accounts.length > 0)
  readonly details = $derived(this.accountsState?.accounts.find(({ id }) => id === this.detailsOf) ?? null)
  readonly isSettings = $derived(router.view === 'settings' && this.adding === null)
  readonly isData = $derived(router.view === 'data' && this.adding === null)
  /** Something is wanted that opens over the frame. */
  readonly isOverlayWanted = $derived(
    palette.isOpen ||
      palette.isSheetOpen ||
      this.isUnlockOpen ||
      this.toRemove !== null ||
      this.details !== null ||
      (!accounts.isSignatureHeld && accounts.signatureRequest !== null),
  )

  readonly ways: AppWays

  constructor() {
    // Only what the frame itself can do: a getter, because who holds it follows the account.
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

  /** Forgets what is open: what comes next may be for other eyes. */
  forget(): void {
    this.adding = this.justConnected = this.toRemove = this.detailsOf = null
    palette.forget()
  }

  /** Closes what waits over the frame. A text that waits for a signature is not closed by this. */
  closeOverlays(): void {
    this.toRemove = this.detailsOf = null
    this.isUnlockOpen = palette.isOpen = palette.isSheetOpen = false
  }

  show(view: ViewName, part: string | null = null): void {
    // What is open over a view stays over the view it was opened in.
    if (this.toRemove !== null || this.details !== null || this.isUnlockOpen) return
    palette.isOpen = palette.isSheetOpen = false
    router.go(view, part)
    if (this.adding !== null) void this.leaveAdding()
  }

  /** Shows what a notice is about: the market, or the order in its own account. */
  async openNotice({ what }: Notice): Promise<void> {
    if (what.kind === 'priceCrossed') {
      this.show('markets', what.market)
      return
    }
    if (what.accountId !== accounts.active?.id) await accounts.activate(what.accountId)
    this.show('orders', String(what.orderId))
  }

  /** Locks, unlocks, or leads to where a password is set, as things stand. */
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

  /** What is open closes first and lets go of the focus. */
  async openUnlock(): Promise<void> {
    this.detailsOf = this.toRemove = null
    palette.isOpen = palette.isSheetOpen = false
    await tick()
    this.isUnlockOpen = true
  }

  /** What was pressed is gone, and a form begins at its heading. */
  async startAdding(again: Account | null): Promise<void> {
    this.adding = { again }
    await onboardingPart.load()
    await tick()
    const heading = this.content?.querySelector<HTMLElement>('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
  }

  /** What had the focus is gone with the form. */
  async leaveAdding(): Promise<void> {
    this.adding = null
    await tick()
    this.content?.focus()
  }

  async finishConnecting(account: Account, way: Way): Promise<void> {
    // What is said of the account is measured by what main says of it.
    await accounts.load()
    accounts.dismissError()
    this.justConnected = { account, way }
    await this.leaveAdding()
  }

  /** Keeps what is open in step with the view and the account. To be called once, while a component is made. */
  follow(): void {
    $effect(() => {
      if (!security.isLocked) this.isUnlockOpen = false
    })

    // What was said once is not said in the next view again, and a view that was chosen is not kept behind a form.
    let viewBefore = router.view
    $effect(() => {
      if (router.view !== viewBefore) this.justConnected = this.adding = null
      viewBefore = router.view
    })

    // What was said of a sign-in is over with it, and with the account.
    let wasSignedIn = false
    $effect(() => {
      if (this.justConnected === null || this.accountsState === null) {
        wasSignedIn = false
        return
      }
      const isSignedIn = this.accountsState.session === 'signedIn'
      if (this.accountsState.activeId !== this.justConnected.account.id || (wasSignedIn && !isSignedIn)) {
        this.justConnected = null
      }
      wasSignedIn = isSignedIn
    })
  }
}
