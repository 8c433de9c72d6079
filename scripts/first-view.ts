// Owns: that what a page imports before it can show anything is in few files, which its document names: they are read at once, and
// not one after another. Must not: take in what is read when there is time, such as the other views.
import { resolve } from 'node:path'
import type { Rolldown } from 'vite'
import { root } from './paths.ts'

const source = (path: string): string => resolve(root, 'src-renderer', path)
const page = source('main.ts')
const confirmPage = source('confirm/main.ts')

type FindModule = (id: string) => Pick<Rolldown.ModuleInfo, 'importedIds'> | null

/** A module and all that it imports, but for what is only imported once it runs. */
function reach(from: string, find: FindModule): ReadonlySet<string> {
  const reached = new Set<string>()
  const open = [from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    open.push(...(find(id)?.importedIds ?? []))
  }
  return reached
}

/**
 * The files of the first view: `shared`, of what the confirmation's page imports too, and `first`, of all else. Each file is a
 * request to main, which costs more than reading what is in it.
 */
export function firstViewFiles(): Rolldown.CodeSplittingGroup[] {
  let reached: { readonly first: ReadonlySet<string>; readonly confirm: ReadonlySet<string> } | null = null
  const look = (context: Rolldown.ChunkingContext) => {
    const find: FindModule = (id) => context.getModuleInfo(id)
    return (reached ??= { first: reach(page, find), confirm: reach(confirmPage, find) })
  }
  return [
    {
      debugName: 'shared',
      // Taken first, so that it comes into no file with what only the main page may run.
      priority: 1,
      name: (id, context) => {
        const { first, confirm } = look(context)
        return first.has(id) && confirm.has(id) ? 'shared' : null
      },
    },
    { debugName: 'first', name: (id, context) => (look(context).first.has(id) ? 'first' : null) },
  ]
}
