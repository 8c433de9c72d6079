// Enables Node's compile cache: tests start thousands of threads and processes that load the same modules, and most of their
// startup time is type stripping and compiling.
import { join } from 'node:path'
import { outFolder } from './paths.ts'

/** Applies to all processes started from here on, unless the environment already sets a cache. */
export function enableCompileCache(): void {
  process.env['NODE_COMPILE_CACHE'] ??= join(outFolder, 'compile-cache')
}
