// Checks that the environment with the release keys is protected, because GitHub creates an open one for any name in a
// workflow.
import { z } from 'zod'

/** The environment of the signing jobs; scripts/workflow-signing.ts enforces that they use it. */
export const releaseEnvironment = 'release'

/** As in the REST API: "Get an environment", "List deployment branch policies". */
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
  /** Base URL of the REST API, without a trailing slash. */
  readonly apiUrl: string
  /** `owner/name`. */
  readonly repository: string
  readonly token: string
}

/** @returns null if it does not exist. @throws Error on any other unexpected response */
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
 * Missing protections, one sentence each; empty if jobs need approval and only release tags may request it.
 * @throws Error when GitHub cannot be reached
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
