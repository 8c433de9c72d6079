// What is said of a session and which ways out of it are offered.
import { describe, expect, it } from 'vitest'
import { sessionStates } from '../../../../src-preload/contract/accounts/accounts.ts'
import {
  describeSession,
  describeSessionShort,
  isKeyGone,
  listSessionActions,
} from '../../../../src-renderer/shell/account/session-text.ts'
import { dropSignInFault } from '../../../../src-renderer/text/errors/session-needs.ts'
import { makeAccount } from '../make-account.ts'

const wallet = makeAccount(1)
const stark = makeAccount(2, { keyKind: 'stark' })
const practice = makeAccount(3, { network: { kind: 'practice', baseUrl: null } })
const noKey = { code: 'unauthenticated', data: { reason: 'noKey' }, ref: null } as const
const labelsOf = (account: typeof wallet) => listSessionActions('needsKey', account).map(({ label }) => label)

describe('a session whose key is needed', () => {
  it('is left by entering the key, or by a signature, or for practice by signing in', () => {
    expect(labelsOf(wallet)).toEqual(['Enter the key again'])
    expect(labelsOf(stark)).toEqual(['Sign in', 'Enter the L2 key again'])
    expect(labelsOf(practice)).toEqual(['Sign in'])
  })

  it('lacks a signature where the account has a mere L2 key, which is gone only when a sign-in says so', () => {
    expect(describeSession('needsKey', stark)).toMatch(/signature/)
    expect(describeSessionShort('needsKey', stark, false)).toBe('Signature needed')
    expect(isKeyGone('needsKey', stark, null)).toBe(false)
    expect(isKeyGone('needsKey', stark, noKey)).toBe(true)
    expect(isKeyGone('needsKey', wallet, null)).toBe(true)
    expect(isKeyGone('needsKey', practice, noKey)).toBe(false)
    expect(isKeyGone('signedIn', wallet, noKey)).toBe(false)
  })
})

describe('the status bar', () => {
  it('says that somebody signed out only where somebody did', () => {
    const saying = sessionStates.filter((state) =>
      /signed out/i.test(describeSessionShort(state, wallet, false)),
    )
    expect(saying).toEqual(['needsSignIn'])
    expect(describeSessionShort('signedOut', wallet, false)).toBe('Not signed in')
  })

  it('calls nothing under way without a connection', () => {
    expect(describeSessionShort('signingIn', wallet, false)).toBe('Signing in')
    for (const state of ['signingIn', 'signedOut'] as const) {
      expect(describeSessionShort(state, wallet, true)).toBe('Not signed in')
    }
  })
})

describe('a fault of reading', () => {
  const refused = { code: 'rejectedByExchange', data: {}, ref: null } as const
  const broken = { code: 'contractViolation', data: {}, ref: null } as const

  it('is not said beside the strip that says the account is not signed in', () => {
    for (const session of ['refused', 'needsSignIn', 'needsKey'] as const) {
      expect(dropSignInFault(refused, session)).toBeNull()
      expect(dropSignInFault(noKey, session)).toBeNull()
    }
  })

  it('is said where it is about something else, or the account is signed in', () => {
    expect(dropSignInFault(broken, 'refused')).toBe(broken)
    expect(dropSignInFault(refused, 'signedIn')).toBe(refused)
    expect(dropSignInFault(refused, null)).toBe(refused)
  })
})
