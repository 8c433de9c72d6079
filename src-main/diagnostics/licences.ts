// Reads the list of third-party licenses that packaging wrote.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type LicenceHead, licenceHead } from '../../src-preload/contract/diagnostics.ts'
import { AppError } from '../../src-preload/domain/errors.ts'

/** `licences.json` beside the bundles: an array of these. */
const licenceFile = z.array(licenceHead.extend({ text: z.string().max(1_000_000) })).max(5_000)
type Licence = z.infer<typeof licenceFile>[number]

export interface Licences {
  /** By name; null if this build has no readable list. */
  list(): Promise<LicenceHead[] | null>
  /** Errors: notFound. */
  text(index: number): Promise<string>
}

/** @param onFault - called when the list exists but cannot be read */
export function openLicences(file: string, onFault: (error: unknown) => void): Licences {
  let reading: Promise<readonly Licence[] | null> | null = null

  async function read(): Promise<readonly Licence[] | null> {
    try {
      const all = licenceFile.parse(JSON.parse(await readFile(file, 'utf8')))
      return all.toSorted(
        (one, other) =>
          one.name.localeCompare(other.name, 'en') || one.version.localeCompare(other.version, 'en'),
      )
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      // Only packaged builds have a list.
      if (!isMissing) onFault(error)
      return null
    }
  }

  const all = (): Promise<readonly Licence[] | null> => (reading ??= read())

  return {
    list: async () =>
      (await all())?.map(({ name, version, licence }) => ({ name, version, licence })) ?? null,
    async text(index) {
      const found = (await all())?.[index]
      if (found === undefined) throw new AppError('notFound', { what: 'licence' })
      return found.text
    },
  }
}
