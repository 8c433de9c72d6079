// Owns: that what installers are signed with is in the environment only while electron-builder signs: the tools that build the app,
// the app and its tests get an environment without it.
// Must not: read what the secrets say, or keep them anywhere but in memory.

/** As electron-builder names them, which reads them from the environment. */
const names = [
  'CSC_LINK',
  'CSC_KEY_PASSWORD',
  'APPLE_API_KEY',
  'APPLE_API_KEY_ID',
  'APPLE_API_ISSUER',
  'WIN_CSC_LINK',
  'WIN_CSC_KEY_PASSWORD',
] as const

export type SigningSecrets = Readonly<Partial<Record<(typeof names)[number], string>>>

/** Takes the secrets out of an environment. Those that are not set are not in what it gives. */
export function takeSigningSecrets(env: NodeJS.ProcessEnv): SigningSecrets {
  const taken = names.flatMap((name) => {
    const value = env[name]
    Reflect.deleteProperty(env, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(taken)
}

/** Puts the secrets into an environment for as long as `work` goes on. */
export async function withSigningSecrets<T>(
  env: NodeJS.ProcessEnv,
  secrets: SigningSecrets,
  work: () => Promise<T>,
): Promise<T> {
  Object.assign(env, secrets)
  try {
    return await work()
  } finally {
    takeSigningSecrets(env)
  }
}
