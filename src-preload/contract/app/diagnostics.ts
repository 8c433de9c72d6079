// IPC channels of versions, third-party licenses and the diagnostics file for support.
// Log texts, paths and user names appear only in the file, which is shown to the user first.
import { z } from 'zod'
import { type ChannelTable, nothing } from '../channel.ts'

/** Versions of this build and its environment. Null if unknown. */
export const versions = z.strictObject({
  app: z.string().max(40),
  /** The first digits of its commit; the complete hash looks like a key and would be redacted. */
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,16}$/)
    .nullable(),
  electron: z.string().max(40).nullable(),
  chromium: z.string().max(40).nullable(),
  node: z.string().max(40),
  v8: z.string().max(40).nullable(),
  /** Also null while the data file cannot be opened. */
  sqlite: z.string().max(40).nullable(),
  /** Name and version of the system, such as `Linux 6.1.0`. */
  system: z.string().max(120),
  /** Processor architecture, such as `arm64`. */
  architecture: z.string().max(20),
})
export type Versions = z.infer<typeof versions>

/** A shipped third-party work; its text is requested separately. */
export const licenseHead = z.strictObject({
  name: z.string().min(1).max(214),
  version: z.string().max(100),
  /** As named by its authors, usually an SPDX expression. */
  license: z.string().max(200),
})
export type LicenseHead = z.infer<typeof licenseHead>

/** Upper bound of a plausible list. */
const maxLicenses = 5_000

export const diagnosticsChannels = {
  'diagnostics:getVersions': { access: 'always', input: nothing, output: versions },
  /** By name. Null if this build has no list because it was not packaged. */
  'diagnostics:listLicenses': {
    access: 'always',
    input: nothing,
    output: z.strictObject({ licenses: z.array(licenseHead).max(maxLicenses).nullable() }),
  },
  /** `index`: position in the list. Errors: notFound. */
  'diagnostics:getLicense': {
    access: 'always',
    input: z.strictObject({
      index: z
        .int()
        .min(0)
        .max(maxLicenses - 1),
    }),
    output: z.strictObject({ text: z.string() }),
  },
  /** Collects and returns exactly what the file would contain; nothing is written. Takes as long as checking the data file. */
  'diagnostics:gather': {
    access: 'unlocked',
    input: nothing,
    output: z.strictObject({ id: z.uuid(), text: z.string(), bytes: z.int().min(0) }),
  },
  /**
   * Writes the content collected under this ID unchanged to a file chosen by the user; `fileName` is null if canceled.
   * Errors: notFound { what: 'diagnostics' } if other content was collected since; fileUnavailable.
   */
  'diagnostics:save': {
    access: 'unlocked',
    input: z.strictObject({ id: z.uuid() }),
    output: z.strictObject({ fileName: z.string().nullable() }),
  },
} satisfies ChannelTable<'diagnostics'>
