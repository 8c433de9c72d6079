// The required state of Electron's fuses, and reading it from a built program. electron-builder flips them from this table.
import { FuseState, FuseV1Options } from '@electron/fuses'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PackagedApp } from './places.ts'

/** A fuse, its position in the wire, and its required state. Fuses not listed concern V8 snapshots and WebAssembly. */
const wanted = [
  // Disables `ELECTRON_RUN_AS_NODE`: the signed program cannot run another script.
  { name: 'runAsNode', place: FuseV1Options.RunAsNode, isOn: false },
  { name: 'enableCookieEncryption', place: FuseV1Options.EnableCookieEncryption, isOn: true },
  // Disables NODE_OPTIONS and NODE_EXTRA_CA_CERTS.
  {
    name: 'enableNodeOptionsEnvironmentVariable',
    place: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
    isOn: false,
  },
  // Disables --inspect and SIGUSR1.
  { name: 'enableNodeCliInspectArguments', place: FuseV1Options.EnableNodeCliInspectArguments, isOn: false },
  // The archive's hash is in the signed program; no effect on Linux.
  {
    name: 'enableEmbeddedAsarIntegrityValidation',
    place: FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
    isOn: true,
  },
  { name: 'onlyLoadAppFromAsar', place: FuseV1Options.OnlyLoadAppFromAsar, isOn: true },
  // Our pages are served over app://.
  {
    name: 'grantFileProtocolExtraPrivileges',
    place: FuseV1Options.GrantFileProtocolExtraPrivileges,
    isOn: false,
  },
] as const

type FuseName = (typeof wanted)[number]['name']

/** For electron-builder's `electronFuses`. */
export const fuseSettings = Object.fromEntries(wanted.map(({ name, isOn }) => [name, isOn])) as Record<
  FuseName,
  boolean
>

/** Marks each wire in Electron's binary, once per architecture. Source: Electron's documentation, "Fuses". */
const sentinel = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX')

/** The program file that contains the wire. */
export function findFuseFile({ platform, folder, executable }: PackagedApp): string {
  return platform === 'darwin'
    ? join(folder, 'Contents', 'Frameworks', 'Electron Framework.framework', 'Electron Framework')
    : executable
}

function wordState(state: number | undefined): string {
  switch (state) {
    case FuseState.ENABLE:
      return 'on'
    case FuseState.DISABLE:
      return 'off'
    case FuseState.REMOVED:
      return 'removed from this Electron'
    default:
      return 'not in the wire'
  }
}

export type FuseReading =
  /** The file is not Electron: the stand-in or another binary. */
  | { readonly kind: 'noWire' }
  /** `faults` has a sentence for each fuse in the wrong state; `wires` is the number of wires read. */
  | { readonly kind: 'read'; readonly wires: number; readonly faults: readonly string[] }

/** Reads every wire of a program; a universal one for macOS has two. */
export function readFuses(file: string): FuseReading {
  const bytes = readFileSync(file)
  const faults: string[] = []
  let wires = 0
  for (let at = bytes.indexOf(sentinel); at >= 0; at = bytes.indexOf(sentinel, at + 1)) {
    wires += 1
    const start = at + sentinel.length
    const [version, length = 0] = [bytes[start], bytes[start + 1]]
    if (version !== 1) {
      faults.push(`wire ${wires} is of version ${String(version)}, which is not known`)
      continue
    }
    const wire = bytes.subarray(start + 2, start + 2 + length)
    for (const { name, place, isOn } of wanted) {
      const state = wire[place]
      if (state === (isOn ? FuseState.ENABLE : FuseState.DISABLE)) continue
      faults.push(`${name} must be ${isOn ? 'on' : 'off'}, and is ${wordState(state)} (wire ${wires})`)
    }
  }
  return wires === 0 ? { kind: 'noWire' } : { kind: 'read', wires, faults }
}
