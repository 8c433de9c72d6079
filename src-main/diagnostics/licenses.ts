// Reads the list of third-party licenses that packaging wrote.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type LicenseHead, licenseHead } from '../../src-preload/contract/app/diagnostics.ts'
import { AppError } from '../../src-preload/domain/errors.ts'

/** `licenses.json` beside the bundles: an array of these. */
const licenseFile = z.array(licenseHead.extend({ text: z.string().max(1_000_000) })).max(5_000)
type License = z.infer<typeof licenseFile>[number]

/** @param onFault - called when the list exists but cannot be read */
export function openLicenses(file: string, onFault: (error: unknown) => void) {
  let reading: Promise<readonly License[] | null> | null = null

  async function read(): Promise<readonly License[] | null> {
    try {
      const all = licenseFile.parse(JSON.parse(await readFile(file, 'utf8')))
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

  const all = (): Promise<readonly License[] | null> => (reading ??= read())

  return {
    /** By name; null if this build has no readable list. */
    list: async (): Promise<LicenseHead[] | null> =>
      (await all())?.map(({ name, version, license }) => ({ name, version, license })) ?? null,
    /** Errors: notFound. */
    async text(index: number): Promise<string> {
      const found = (await all())?.[index]
      if (found === undefined) throw new AppError('notFound', { what: 'license' })
      return found.text
    },
  }
}

export type Licenses = ReturnType<typeof openLicenses>
