// The L2 key and signatures per second, beside StarkWare's own library.
import { keccak256 } from 'ethers/crypto'
import { signMessage } from '../../src-main/signing/ethereum.ts'
import {
  deriveStarkKeyPair,
  l2KeyTexts,
  signMsgHash,
  starkPublicKeyOf,
  verifyMsgHash,
} from '../../src-main/signing/stark.ts'
import { Bench } from './harness.ts'
import { type BigNumber, starkwareLibrary as reference } from './starkware-library.ts'

const curveOrder = 0x0800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2fn
/** Fixed numbers all over a range, so that every run measures the same work. */
function spread(count: number, limit: bigint): string[] {
  const step = limit / 3n + 1_234_567_891_011n
  return Array.from({ length: count }, (_, index) => `0x${((step * BigInt(index + 1)) % limit).toString(16)}`)
}
const hexOf = (value: BigNumber): string => `0x${value.toString(16)}`

/** Short rounds: a pause of the machine then spoils one round, not a third of them. */
const calls = 25
const walletKeys = spread(calls, curveOrder).map((key) => `0x${key.slice(2).padStart(64, '0')}`)
const hashes = spread(calls, 2n ** 251n)
const starkKey = '0x5417ce7e80b1e4e18aa7c5f8ede67ab50b028794a5e0040c48caa4c4bb5c7f6'
const starkPublicKey = starkPublicKeyOf(starkKey)
const referenceKey = reference.ec.keyFromPrivate(starkKey.slice(2), 'hex')
const hashAt = (call: number): string => hashes[call % calls] ?? ''
const walletKeyAt = (call: number): string => walletKeys[call % calls] ?? ''

/** The service's derivation with the library's parts: it has the grinding and the curve, not the wallet's signature. */
function deriveWithReference(walletKey: string): { privateKey: string; publicKey: string } {
  const decimal = BigInt(signMessage(l2KeyTexts.mainnet.tanx, walletKey)).toString(10)
  const seed = keccak256(Buffer.from(decimal, 'ascii'))
  const privateKey = reference.keyDerivation.grindKey(seed, reference.ec.n)
  const key = reference.ec.keyFromPrivate(privateKey, 'hex')
  return { privateKey: `0x${privateKey}`, publicKey: hexOf(key.getPublic().getX()) }
}

const ourSignatures = hashes.map((hash) => signMsgHash(hash, starkKey))
const referenceSignatures = hashes.map((hash) => reference.sign(referenceKey, hash.slice(2)))

const bench = new Bench('signing', 'cpu')
bench.compare({
  figure: 'sign',
  calls,
  ours: (call) => signMsgHash(hashAt(call), starkKey),
  reference: (call) => {
    const { r, s } = reference.sign(referenceKey, hashAt(call).slice(2))
    return { r: hexOf(r), s: hexOf(s) }
  },
  goal: 2,
})
bench.compare({
  figure: 'derive',
  calls,
  ours: (call) => deriveStarkKeyPair(walletKeyAt(call), l2KeyTexts.mainnet.tanx),
  reference: (call) => deriveWithReference(walletKeyAt(call)),
  goal: null,
})
bench.compare({
  figure: 'verify',
  calls: 10,
  ours: (call) => {
    const signature = ourSignatures[call]
    return signature !== undefined && verifyMsgHash(hashAt(call), signature, starkPublicKey)
  },
  reference: (call) => {
    const signature = referenceSignatures[call]
    return signature !== undefined && reference.verify(referenceKey, hashAt(call).slice(2), signature)
  },
  goal: null,
})
bench.grow({
  figure: 'sign',
  sizes: [10, 100, 400],
  run: (size) => {
    for (let call = 0; call < size; call += 1) signMsgHash(hashAt(call), starkKey)
  },
})
bench.finish()
