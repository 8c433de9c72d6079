// Owns: that the environment with the keys is protected, as GitHub itself says: GitHub makes an open one of any name that a
// workflow mentions. Must not: change it, or read a secret.
import { z } from 'zod'

/** The environment of the jobs that sign; scripts/workflow-signing.ts holds that they name it. */
export const releaseEnvironment = 'release'

/** As the REST interface has it: "Get an environment", "List deployment branch policies". */
const environment = z.object({
  protection_rules: z
    .array(z.object({ type: z.string(), reviewers: z.array(z.unknown()).max(100).optional() }))
    .max(100),
  deployment_branch_policy: z
    .object({ protected_branches: z.boolean(), custom_branch_policies: z.boolean() })
    .nullable(),
})
const policies = z.object({
  branch_policies: z.array(z.object({ name: z.string().max(1000), type: z.string().optional() })).max(1000),
})

export interface EnvironmentSource {
  /** Of the REST interface, without a slash at its end. */
  readonly apiUrl: string
  /** `owner/name`. */
  readonly repository: string
  readonly token: string
}

/** @returns null where there is nothing of that name. @throws Error on any other answer than the thing itself */
async function read<T>(source: EnvironmentSource, path: string, schema: z.ZodType<T>): Promise<T | null> {
  const url = `${source.apiUrl}/repos/${source.repository}/environments/${releaseEnvironment}${path}`
  const response = await fetch(url, {
    headers: { accept: 'application/vnd.github+json', authorization: `Bearer ${source.token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
  })
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`GitHub answered ${response.status} to the question for the environment`)
  return schema.parse(await response.json())
}

/**
 * What is missing, one sentence each; none when a person has to let a job in, and only tags of releases may ask.
 * @throws Error when GitHub cannot be asked
 */
export async function judgeEnvironment(source: EnvironmentSource): Promise<readonly string[]> {
  const found = await read(source, '', environment)
  if (found === null) return [`There is no environment "${releaseEnvironment}".`]
  const faults: string[] = []
  const reviewers = found.protection_rules.filter(({ type }) => type === 'required_reviewers')
  if (!reviewers.some((rule) => (rule.reviewers ?? []).length > 0))
    faults.push(`The environment "${releaseEnvironment}" lets jobs in without a reviewer.`)
  if (found.deployment_branch_policy?.custom_branch_policies !== true) {
    faults.push(`The environment "${releaseEnvironment}" is not limited to tags.`)
    return faults
  }
  const { branch_policies: allowed } = (await read(source, '/deployment-branch-policies', policies)) ?? {
    branch_policies: [],
  }
  for (const { name, type } of allowed)
    if (type !== 'tag' || !name.startsWith('v'))
      faults.push(`The environment "${releaseEnvironment}" lets in the ${type ?? 'branch'} ${name}.`)
  if (allowed.length === 0) faults.push(`The environment "${releaseEnvironment}" is not limited to tags.`)
  return faults
}

if (import.meta.main) {
  const {
    GITHUB_API_URL: apiUrl = '',
    GITHUB_REPOSITORY: repository = '',
    GH_TOKEN: token = '',
  } = process.env
  const faults = await judgeEnvironment({ apiUrl, repository, token })
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  if (faults.length === 0) process.stdout.write(`The environment "${releaseEnvironment}" is protected.\n`)
  process.exit(faults.length === 0 ? 0 : 1)
}
