// A transfer is signed only by the registered key, after a yes, over what was shown.
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { createMemoryStore } from '../../../src-main/keychain/memory-store.ts'
import type { SigningAccount } from '../../../src-main/accounts/wallet/l2-signer.ts'
import { createTransferSigner } from '../../../src-main/transfers/sign-transfer.ts'
import { deriveStarkKeyPair, l2KeyTexts, verifyMsgHash } from '../../../src-main/signing/stark.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { derivations, keyOneAddress, signatures } from '../../vectors/service-facts-vectors.ts'
import { makeDesk } from '../accounts/confirm-desk.ts'

const [mainnet] = derivations
const [vector] = signatures
const id = '5f0c1d1e-6f3c-4d3b-9a53-0d1b5b2a7c11'
const publicKey = `0x${mainnet.publicKey}`
const otherPublicKey = deriveStarkKeyPair(mainnet.ethereumPrivateKey, l2KeyTexts.mainnet.brine).publicKey

const profile = { name: '', customerId: null, username: '', starkKey: publicKey }
const account: SigningAccount = {
  id,
  label: 'Main',
  keyKind: 'ethereum',
  network: { kind: 'mainnet', baseUrl: null },
  ethereumAddress: keyOneAddress,
  profile,
  l2Key: { status: 'matched', publicKey, text: { era: 'tanx', network: 'mainnet' } },
}
const record = {
  host: 'api.tanx.fi',
  recipientAddress: '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF',
  recipient: { label: null, sentBefore: { count: 1, lastAtMs: 5 }, warnings: [], moreLookAlikes: 0 },
  amount: '25',
  currency: 'usdc',
  reference: '162482341236712',
}

type Secrets = Partial<Record<'ethereumPrivateKey' | 'starkPrivateKey', string>>

interface Happenings {
  /** In place of the window's answer. */
  readonly confirmTransfer?: () => Promise<void>
  readonly onRead?: () => void
}

function makeSigner(secrets: Secrets = {}, { confirmTransfer, onRead }: Happenings = {}) {
  const desk = makeDesk()
  const store = createMemoryStore(null)
  const reads: string[] = []
  const logged: string[] = []
  const signTransfer = createTransferSigner({
    confirmations: confirmTransfer ? { confirmTransfer } : desk.confirmations,
    readKey: async (account, name) => {
      reads.push(name)
      onRead?.()
      return await store.get(account, name)
    },
    log: {
      info: (...entry) => logged.push(JSON.stringify(entry)),
      fault: (...entry) => logged.push(JSON.stringify(entry)),
    },
  })
  const ready = Promise.all(
    (['ethereumPrivateKey', 'starkPrivateKey'] as const).map(async (name) => {
      if (secrets[name] !== undefined) await store.set(id, name, secrets[name])
    }),
  )
  return { desk, signTransfer, reads, logged, ready }
}

const never = new AbortController().signal
const withWallet = { ethereumPrivateKey: mainnet.ethereumPrivateKey }

async function approve(desk: ReturnType<typeof makeDesk>): Promise<void> {
  desk.wait(700)
  await desk.say({ kind: 'approveTransfer', acknowledged: [] })
}

describe('signing a transfer', () => {
  it('gives the signature of the vectors after a yes to what main has on record', async () => {
    const { desk, signTransfer, reads, ready } = makeSigner(withWallet)
    await ready
    const done = signTransfer({ account, record, msgHash: vector.msgHash, signal: never })
    expect(await desk.look()).toEqual({
      kind: 'transfer',
      accountLabel: 'Main',
      network: 'mainnet',
      senderAddress: keyOneAddress,
      ...record,
    })
    expect(reads).toEqual([])
    await approve(desk)
    const signature = await done
    expect(signature).toEqual({ r: vector.r, s: vector.s })
    expect(verifyMsgHash(vector.msgHash, signature, publicKey)).toBe(true)
    expect(reads).toEqual(['ethereumPrivateKey'])
  })

  it('signs with the L2 key itself where that is what was entered', async () => {
    const { desk, signTransfer, reads, ready } = makeSigner({ starkPrivateKey: `0x${mainnet.privateKey}` })
    await ready
    const stark: SigningAccount = {
      ...account,
      keyKind: 'stark',
      l2Key: { status: 'matched', publicKey, text: null },
    }
    const done = signTransfer({ account: stark, record, msgHash: vector.msgHash, signal: never })
    await approve(desk)
    expect(await done).toEqual({ r: vector.r, s: vector.s })
    expect(reads).toEqual(['starkPrivateKey'])
  })

  it('shows what was recorded when it was asked, whatever becomes of the record later', async () => {
    const { desk, signTransfer, ready } = makeSigner(withWallet)
    await ready
    const changing = { ...record }
    const failed = failureOf(
      signTransfer({ account, record: changing, msgHash: vector.msgHash, signal: never }),
    )
    changing.amount = '9999'
    expect(await desk.look()).toMatchObject({ amount: '25' })
    desk.closeWindow()
    await failed
  })

  it.each(['decline', 'close'] as const)('signs nothing and reads no key after a no (%s)', async (how) => {
    const { desk, signTransfer, reads, ready } = makeSigner(withWallet)
    await ready
    const failed = failureOf(signTransfer({ account, record, msgHash: vector.msgHash, signal: never }))
    desk.wait(700)
    if (how === 'close') desk.closeWindow()
    else await desk.say({ kind: 'decline' })
    expect((await failed).code).toBe('userDeclined')
    expect(reads).toEqual([])
  })

  it('closes its question and reads no key when the account is left', async () => {
    const { desk, signTransfer, reads, ready } = makeSigner(withWallet)
    await ready
    const leaving = new AbortController()
    const failed = failureOf(
      signTransfer({ account, record, msgHash: vector.msgHash, signal: leaving.signal }),
    )
    desk.wait(700)
    leaving.abort(new AppError('cancelled', { reason: 'closed' }))
    expect((await failed).code).toBe('cancelled')
    expect([desk.windows[0]?.isOpen, reads]).toEqual([false, []])
  })

  it('reads no key when the account is left between the yes and the key', async () => {
    const leaving = new AbortController()
    const { signTransfer, reads, ready } = makeSigner(withWallet, {
      confirmTransfer: () => {
        leaving.abort(new AppError('cancelled', { reason: 'closed' }))
        return Promise.resolve()
      },
    })
    await ready
    const failed = await failureOf(
      signTransfer({ account, record, msgHash: vector.msgHash, signal: leaving.signal }),
    )
    expect([failed.code, reads]).toEqual(['cancelled', []])
  })

  it('makes no signature when the account is left while its key is read', async () => {
    const leaving = new AbortController()
    const { desk, signTransfer, reads, logged, ready } = makeSigner(withWallet, {
      onRead: () => {
        leaving.abort(new AppError('cancelled', { reason: 'closed' }))
      },
    })
    await ready
    const failed = failureOf(
      signTransfer({ account, record, msgHash: vector.msgHash, signal: leaving.signal }),
    )
    await approve(desk)
    expect((await failed).code).toBe('cancelled')
    expect([reads, logged]).toEqual([['ethereumPrivateKey'], []])
  })

  it('asks nothing once the account was left', async () => {
    const { desk, signTransfer, reads, ready } = makeSigner(withWallet)
    await ready
    const signal = AbortSignal.abort(new AppError('cancelled', { reason: 'closed' }))
    const failed = await failureOf(signTransfer({ account, record, msgHash: vector.msgHash, signal }))
    expect(failed.code).toBe('cancelled')
    expect([desk.windows, reads]).toEqual([[], []])
  })

  const mismatches: readonly (readonly [string, Partial<SigningAccount>])[] = [
    ['nobody compared it yet', { l2Key: { status: 'unknown' } }],
    ['it is another', { l2Key: { status: 'mismatch', profilePublicKey: otherPublicKey } }],
    ['the profile names another by now', { profile: { ...profile, starkKey: otherPublicKey } }],
    ['there is no profile', { profile: null }],
  ]
  it.each(mismatches)('asks nothing when the L2 key is not the registered one: %s', async (_why, patch) => {
    const { desk, signTransfer, reads, ready } = makeSigner(withWallet)
    await ready
    const failed = await failureOf(
      signTransfer({ account: { ...account, ...patch }, record, msgHash: vector.msgHash, signal: never }),
    )
    expect(failed.code).toBe('keyMismatch')
    expect([desk.windows, reads]).toEqual([[], []])
  })

  it('asks nothing for a service of one’s own elsewhere, where the key is one of the public service', async () => {
    const { desk, signTransfer, reads, ready } = makeSigner(withWallet)
    await ready
    const elsewhere = { kind: 'custom', baseUrl: 'https://exchange.example' } as const
    const failed = await failureOf(
      signTransfer({
        account: { ...account, network: elsewhere },
        record,
        msgHash: vector.msgHash,
        signal: never,
      }),
    )
    expect(failed).toMatchObject({ code: 'keyMismatch', data: { reason: 'publicKeyElsewhere' } })
    expect([desk.windows, reads]).toEqual([[], []])
  })

  const wrongKeys: readonly (readonly [string, Parameters<typeof makeSigner>[0], Partial<SigningAccount>])[] =
    [
      ['another wallet', { ethereumPrivateKey: `0x${'2'.padStart(64, '0')}` }, {}],
      [
        'another text',
        withWallet,
        { l2Key: { status: 'matched', publicKey, text: { era: 'brine', network: 'mainnet' } } },
      ],
      ['no text', withWallet, { l2Key: { status: 'matched', publicKey, text: null } }],
      [
        'another L2 key',
        { starkPrivateKey: '0x1234567890abcdef' },
        { keyKind: 'stark', l2Key: { status: 'matched', publicKey, text: null } },
      ],
    ]
  it.each(wrongKeys)('does not sign when the key read is of %s', async (_what, secrets, patch) => {
    const { desk, signTransfer, ready } = makeSigner(secrets)
    await ready
    const failed = failureOf(
      signTransfer({ account: { ...account, ...patch }, record, msgHash: vector.msgHash, signal: never }),
    )
    await approve(desk)
    expect((await failed).code).toBe('keyMismatch')
  })

  it('says so when no key is kept', async () => {
    const { desk, signTransfer } = makeSigner()
    const failed = failureOf(signTransfer({ account, record, msgHash: vector.msgHash, signal: never }))
    await approve(desk)
    expect(await failed).toMatchObject({ code: 'notFound', data: { what: 'ethereumPrivateKey' } })
  })

  it.each(['123', '0x', '', `0x8${'0'.repeat(62)}`])(
    'asks nobody about a hash that cannot be signed: %j',
    async (msgHash) => {
      const { desk, signTransfer, ready } = makeSigner(withWallet)
      await ready
      const failed = await failureOf(signTransfer({ account, record, msgHash, signal: never }))
      expect(failed).toMatchObject({ code: 'validation', data: { field: 'msgHash' } })
      expect(desk.windows).toEqual([])
    },
  )

  it('logs that it signed, for which account and reference, and no secret', async () => {
    const { desk, signTransfer, logged, ready } = makeSigner(withWallet)
    await ready
    const done = signTransfer({ account, record, msgHash: vector.msgHash, signal: never })
    await approve(desk)
    const { r, s } = await done
    expect(logged).toHaveLength(1)
    expect(logged.join()).toContain(record.reference)
    for (const secret of [mainnet.ethereumPrivateKey, mainnet.privateKey, r, s]) {
      expect(logged.join()).not.toContain(secret.replace(/^0x/, ''))
    }
  })
})
