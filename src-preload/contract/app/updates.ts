// IPC channels of updates: check, download, install, settings.
import { z } from 'zod'
import { type ChannelTable, errorReport, nothing } from '../channel.ts'

/** `stable`: stable versions only. `beta`: the newer of the latest beta and the latest stable version. */
export const updateChannels = ['stable', 'beta'] as const
export type UpdateChannel = (typeof updateChannels)[number]

/**
 * Why this build does not check for updates. `notPackaged`: it was not installed from a package. `noKey`: it has no release
 * key. `noPlace`: no release location is configured.
 */
export const updatesOffReasons = ['notPackaged', 'noKey', 'noPlace'] as const
export type UpdatesOffReason = (typeof updatesOffReasons)[number]

/** Release notes are truncated to this many characters. */
export const maxNotesLength = 20_000

/** A release whose signature has been verified. */
const release = z.strictObject({
  version: z.string().max(40),
  channel: z.enum(updateChannels),
  /** Signing date from the signed text. */
  dateMs: z.int(),
  /** Release notes as plain text, never interpreted as markup; empty for none. */
  notes: z.string().max(maxNotesLength),
  /** Download size; null if Starkdesk does not download it. */
  bytes: z.int().min(1).nullable(),
  /** False if a package manager or the user installs it. */
  isInPlace: z.boolean(),
})
export type Release = z.infer<typeof release>

const step = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('off'), reason: z.enum(updatesOffReasons) }),
  z.strictObject({ status: z.literal('idle') }),
  z.strictObject({ status: z.literal('checking') }),
  z.strictObject({ status: z.literal('upToDate') }),
  z.strictObject({ status: z.literal('available'), release }),
  z.strictObject({ status: z.literal('downloading'), release, doneBytes: z.int().min(0) }),
  /** Downloaded and verified, not installed. */
  z.strictObject({ status: z.literal('ready'), release }),
  z.strictObject({ status: z.literal('installing'), release }),
  /** The failure changed nothing. `release` is the affected release, if known and still valid. */
  z.strictObject({ status: z.literal('failed'), error: errorReport, release: release.nullable() }),
])
export type UpdateStep = z.infer<typeof step>

const updatesState = z.strictObject({
  current: z.string(),
  channel: z.enum(updateChannels),
  /** Checks once a day, and only notifies. */
  checksDaily: z.boolean(),
  /** When the last completed check ended; null for never. */
  checkedAtMs: z.int().nullable(),
  step,
})
export type UpdatesState = z.infer<typeof updatesState>

/**
 * Failures of the work are reported in the state, not by these calls. Errors: validation { field: 'update', reason:
 * 'notInState' } if not possible in the current step.
 */
export const updatesChannels = {
  'updates:getState': { access: 'always', input: nothing, output: updatesState },
  /** Returns immediately; 'updates:changed' reports the result. */
  'updates:check': { access: 'readable', input: nothing, output: nothing },
  'updates:download': { access: 'readable', input: nothing, output: nothing },
  /** Cancels a download and deletes the partial file. */
  'updates:cancelDownload': { access: 'always', input: nothing, output: nothing },
  /**
   * Installs the ready release and restarts Starkdesk. Errors: updateWaits { reason: 'transfer' | 'order' | 'export' } while that would
   * be interrupted.
   */
  'updates:install': { access: 'unlocked', input: nothing, output: nothing },
  /** Opens the page of the release in the browser, for manual installation. */
  'updates:openPage': { access: 'readable', input: nothing, output: nothing },
  /** Changes the given options. Another channel discards the found release and cancels work in flight. */
  'updates:setOptions': {
    access: 'unlocked',
    input: z.strictObject({
      channel: z.enum(updateChannels).optional(),
      checksDaily: z.boolean().optional(),
    }),
    output: nothing,
  },
} satisfies ChannelTable<'updates'>

export const updatesEvents = { 'updates:changed': updatesState }
