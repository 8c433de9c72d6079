// The test vectors of the service facts, section A8, as data.
import { l2KeyTexts } from '../../src-main/signing/stark.ts'

const keyOne = `0x${'1'.padStart(64, '0')}`

export const keyOneAddress = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'

/** Ethereum private key, text, wallet signature, and the L2 keys without prefix as the facts print them. */
export const derivations = [
  {
    name: 'tanX mainnet',
    ethereumPrivateKey: keyOne,
    text: l2KeyTexts.mainnet.tanx,
    walletSignature:
      '0x9a1d16e5f7875582fb8f24158efd30900ffe4370f276669a7e84a49b5d0eff3b04ea8fc69e888d8e90f1da632e79ce79655bc6a35294d3563f0bb9749f62eef81c',
    privateKey: '5417ce7e80b1e4e18aa7c5f8ede67ab50b028794a5e0040c48caa4c4bb5c7f6',
    publicKey: '4d36694d65593781bf4489e8449b7ee1a85b31f90ab7587f61cadb2ebd044d9',
  },
  {
    name: 'tanX testnet',
    ethereumPrivateKey: keyOne,
    text: l2KeyTexts.testnet.tanx,
    walletSignature:
      '0x6abd1091e486689c4cca78851c961317f693905cd225c89bb118adc662b13c43201e8a74d7dacee58b9be8fdc76ae885f39f0138d4517d2fd7d9ec3641b158c01b',
    privateKey: '396230c071b6593716d14a47d9edc05714f991715a3715e1c9a9cf2deb499dc',
    publicKey: '4b7c71a574299c8de096420d278ae5dcd6c52eddd016b0a6035d5830ce7aedf',
  },
  {
    name: 'Brine mainnet',
    ethereumPrivateKey: keyOne,
    text: l2KeyTexts.mainnet.brine,
    walletSignature:
      '0xdf2c24f130bf4f090367fa0f6ee8daa8ecfef4f4d85822ee445f5317ad943604626428b55cfeb9a6f4f13e6dc24beaf5a7e7d087cb5b68d07e772de6632ec80f1b',
    privateKey: '2bf1e4b6e995cd1e9feddd0be27d9d6a61863c39fe68a75c7aca864bbf296a5',
    publicKey: '55e5de3994685f2ee43ca5c8bae4e94e27b97bc6344a58f83ef350a74845541',
  },
  {
    name: 'Brine testnet',
    ethereumPrivateKey: keyOne,
    text: l2KeyTexts.testnet.brine,
    walletSignature:
      '0x7385ffd300c535e8cf40e2fe4a244812643352ac3d636fdd7b5e7e3c869c984a73ebdd56b99119d12f6ad1821c511fef9c1c3e7b2b9afd829107dd49e543d7c71b',
    privateKey: '1f7810e54c7ff850cd969a303c842de48cdb5d2ddd326b047e427e604e07e22',
    publicKey: '7eb2d4523c5b746f3b53f5e28ae2c2b8b9e61506afdfa51017e3d7fb1994ff7',
  },
  {
    name: 'L: a seed with a leading zero byte',
    ethereumPrivateKey: `0x${'68'.padStart(64, '0')}`,
    text: l2KeyTexts.mainnet.tanx,
    walletSignature: null,
    privateKey: 'f08f5341f6a19c6ca6c086414cb148427cf7170fba0faf9fd99af7a2b9e244',
    publicKey: '28d98087d08c046e48c209035b1549b79b886df9e9aa601521dd8a9400d33ca',
  },
  {
    name: 'R: a rejected first draw',
    ethereumPrivateKey: `0x${'24'.padStart(64, '0')}`,
    text: l2KeyTexts.mainnet.tanx,
    walletSignature: null,
    privateKey: '2ca9d65c3c5e759357e85b1878be655995224ece4230ad5c8a2d0d90e9bbb33',
    publicKey: '906ae88f831ece9a646176a982677b24eb42e10a456e09993b6b9f26be15cb',
  },
] as const

/** The key that the Python connector derives for L: wrong, and never ours. */
export const pythonPrivateKeyForL = '0x5ecc369b59d853f5b50112bfad5e64e935ca70539772ad3db3ba8ecd7688efe'

export const login = {
  ethereumPrivateKey: keyOne,
  text: 'You’re now signing into tanX Testnet, make sure the origin is https://testnet.tanx.finance (Login-code:YG2DHzDpRncwCZAVRUTrVG)',
  signature:
    '0x34ccfe6a821d1139f9e091d200bf2ef1a61cb83f12ac1a48bad095723fa7b5fe7bfeb7d0e0d79e59e93e646914604e576ca91bf5fcbde89c03fcd0f28aea41961b',
}

const pythonTestsKey = '0x64004f706c1eaa39348afb3191c74812d86e5b14b967e578addb4d89ce1234c'

export const pythonTestsPair = {
  privateKey: pythonTestsKey,
  publicKey: '0x17dd6b0c2219dce78f9992a6da29f32269de0f570833d78e11bd400ed8aa5b8',
}

export const signatures = [
  {
    name: 'a 62-digit hash',
    starkPrivateKey: `0x${derivations[0].privateKey}`,
    msgHash: '0xfcbccbc483d23905e8a74225ce7dbba8ba7765a2b25e465d372b645c4c94fa',
    r: '0x1b7f26ebcc12f6e02dd7ee817d29d45327a48e0633cd4196c2ef6ea6d309d62',
    s: '0x272b6ccd344cef7027f543c2fb510e7beed5eedd1d6e702e971f933101c0985',
  },
  {
    name: 'a 63-digit hash',
    starkPrivateKey: `0x${derivations[0].privateKey}`,
    msgHash: '0x2af4af1aa1e47a8b4d71a111a0b5a0649d80d586090548f7bb5a7ba74c287d3',
    r: '0x2adc0ac0c1a9edf5f5e32c9baa3b11521a645c94d701ffeb17873aa164a9841',
    s: '0x54c02e5e465876a9f84e18343847689b5949618a8e41e82b13f6326bfc7b1ae',
  },
  {
    name: 'the hash of the Python tests',
    starkPrivateKey: pythonTestsKey,
    msgHash: '0x5f128faa6e96360629b1fcb4f24fe9bc547f0d79c7a3aed056d824baa786755',
    r: '0x36a928ef4457d6cd23077667eb382e3e76ae43f0a70408e456fd86042866cdd',
    s: '0x6acacbcf7696a6eee7b627010f60d29f356315709d990223f7d856a51fe07e9',
  },
] as const

/** Here the connectors differ (a draw with a leading zero byte); ours follows the JavaScript one. */
export const connectorsDiffer = {
  starkPrivateKey: pythonTestsKey,
  msgHash: '0x5776b59129b5236c56d7e236826bd576f0e7c6c1fc58d83fcc72d612836c42c',
  javascriptR: '0x7ec55d85d2d544baf0d4ed5959a9e74ea2489bb363d74dd01acdb333f971c24',
}
