// When what installers are signed with is in the environment.
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { readSigning } from '../../../scripts/package/configuration.ts'
import { takeSigningSecrets, withSigningSecrets } from '../../../scripts/package/signing-secrets.ts'

const secrets = {
  CSC_LINK: 'made up: a certificate',
  CSC_KEY_PASSWORD: 'made up: its password',
  APPLE_API_KEY: 'made up: a key',
  APPLE_API_KEY_ID: 'made up: its name',
  APPLE_API_ISSUER: 'made up: its owner',
  WIN_CSC_LINK: 'made up: another certificate',
  WIN_CSC_KEY_PASSWORD: 'made up: another password',
}

/** What a program that is started with an environment finds of it. */
const seenWith = (env: NodeJS.ProcessEnv): string =>
  spawnSync(process.execPath, ['-e', 'console.log(JSON.stringify(process.env))'], { env, encoding: 'utf8' })
    .stdout

describe('the secrets of signing', () => {
  it('are in the environment only while it is signed', async () => {
    const env: NodeJS.ProcessEnv = { ...secrets, OTHER: 'stays' }
    const taken = takeSigningSecrets(env)
    expect(taken).toEqual(secrets)
    expect(seenWith(env)).not.toContain('made up')
    const during = await withSigningSecrets(env, taken, () => Promise.resolve(seenWith(env)))
    for (const value of Object.values(secrets)) expect(during).toContain(value)
    expect(seenWith(env)).not.toContain('made up')
    expect(env).toEqual({ OTHER: 'stays' })
  })

  it('are taken out again when signing fails', async () => {
    const env: NodeJS.ProcessEnv = {}
    await expect(
      withSigningSecrets(env, secrets, () => Promise.reject(new Error('no such certificate'))),
    ).rejects.toThrow('no such certificate')
    expect(env).toEqual({})
  })

  it('are all that is read to say what can be signed', () => {
    expect(readSigning('darwin', secrets)).toMatchObject({ isSigned: true, isNotarised: true })
    expect(readSigning('win32', secrets)).toMatchObject({ isSigned: true })
    const taken = takeSigningSecrets({ WIN_CSC_LINK: 'made up', CSC_LINK: '' })
    expect(taken).toEqual({ WIN_CSC_LINK: 'made up', CSC_LINK: '' })
    for (const platform of ['darwin', 'win32'] as const)
      expect(readSigning(platform, taken)).toMatchObject({ isSigned: false })
  })
})
