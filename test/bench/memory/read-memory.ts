// The memory of a running app, by what it is of, from /proc (proc_pid_smaps(5)).
import { readdirSync, readFileSync } from 'node:fs'

export interface MainMemory {
  readonly residentMb: number
  /** Of the program and its libraries: shared with every process that runs them. */
  readonly filesMb: number
  /** The largest kinds of the rest, each with its size. */
  readonly largest: readonly string[]
}

export interface Memory {
  readonly main: MainMemory
  /** The largest renderer. */
  readonly pageMb: number
}

const MB = 1_024

function readStatus(pid: number, field: string): number {
  const line = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(
    readFileSync(`/proc/${String(pid)}/status`, 'utf8'),
  )
  return Number(line?.[1] ?? 0)
}

function kindOf(pid: number): string {
  return /--type=([\w-]+)/.exec(readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8'))?.[1] ?? 'main'
}

/** Resident kilobytes of each mapping, by what it is: a file, the heap of malloc, or memory without a name by its size. */
function readKinds(pid: number): Map<string, number> {
  const kinds = new Map<string, number>()
  let kind = ''
  for (const line of readFileSync(`/proc/${String(pid)}/smaps`, 'utf8').split('\n')) {
    const head = /^([0-9a-f]+)-([0-9a-f]+) \S+ \S+ \S+ (\d+)\s*(.*)$/.exec(line)
    if (head !== null) {
      const [, from = '0', to = '0', inode, name = ''] = head
      const size = Number.parseInt(to, 16) - Number.parseInt(from, 16)
      if (inode !== '0') kind = 'file'
      else if (name !== '') kind = name
      // V8 asks for its pages one by one; arenas of malloc are up to 64 MB.
      else kind = size <= 512 * MB ? 'pages of V8' : 'arenas and large blocks'
    }
    const resident = /^Rss:\s+(\d+) kB/.exec(line)
    if (resident !== null) kinds.set(kind, (kinds.get(kind) ?? 0) + Number(resident[1]))
  }
  return kinds
}

/** Processes that a process started, and those that these started. */
function readChildren(rootPid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      parents.set(Number(name), readStatus(Number(name), 'PPid'))
    } catch {
      // It has ended meanwhile.
    }
  }
  const isBelow = (pid: number): boolean => {
    for (let at = parents.get(pid) ?? 0; at > 1; at = parents.get(at) ?? 0) if (at === rootPid) return true
    return false
  }
  return [...parents.keys()].filter(isBelow)
}

/** @param pid - of the app's main process */
export function readMemory(pid: number): Memory {
  const kinds = [...readKinds(pid)]
  const filesKb = kinds.find(([kind]) => kind === 'file')?.[1] ?? 0
  const others = kinds.filter(([kind]) => kind !== 'file').toSorted(([, one], [, other]) => other - one)
  const pages = readChildren(pid).filter((child) => kindOf(child) === 'renderer')
  return {
    main: {
      residentMb: readStatus(pid, 'VmRSS') / MB,
      filesMb: filesKb / MB,
      largest: others.slice(0, 4).map(([kind, kb]) => `${kind} ${(kb / MB).toFixed(0)}MB`),
    },
    pageMb: Math.max(0, ...pages.map((page) => readStatus(page, 'VmRSS') / MB)),
  }
}
