// Keeps signing secrets in the environment only while electron-builder signs; build tools, the app and its tests never see
// them.

/** Environment variables that electron-builder reads. */
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

/** Removes the secrets from an environment and returns those that are set. */
export function takeSigningSecrets(env: NodeJS.ProcessEnv): SigningSecrets {
  const taken = names.flatMap((name) => {
    const value = env[name]
    Reflect.deleteProperty(env, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(taken)
}

/** Puts the secrets into an environment while `work` runs. */
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
