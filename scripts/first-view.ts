// Bundles the modules of the first view into few files named in the document, so they load at once instead of in sequence.
// Modules loaded later, such as other views, are excluded.
import { resolve } from 'node:path'
import type { Rolldown } from 'vite'
import { root } from './paths.ts'

const source = (path: string): string => resolve(root, 'src-renderer', path)
const page = source('main.ts')
const confirmPage = source('confirm/main.ts')

type FindModule = (id: string) => Pick<Rolldown.ModuleInfo, 'importedIds'> | null

/** A module and all its static imports, transitively. */
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
 * The chunks of the first view: `shared` with the confirmation page's modules, and `first` with all others. Each file costs
 * one request to main, which takes longer than reading it.
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
      // Highest priority, so that it ends up in no file with code that only the main page may run.
      priority: 1,
      name: (id, context) => {
        const { first, confirm } = look(context)
        return first.has(id) && confirm.has(id) ? 'shared' : null
      },
    },
    { debugName: 'first', name: (id, context) => (look(context).first.has(id) ? 'first' : null) },
  ]
}
