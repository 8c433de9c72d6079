// Owns: that Node keeps what it has made of our sources between processes: the tests start thousands of threads and processes
// which load the same modules, and most of what each costs is taking the types out of them and compiling them.
// Must not: change what is run; Node looks at each source before it takes what it kept of it.
import { join } from 'node:path'
import { outFolder } from './paths.ts'

/** Holds for all processes that this one starts from here on. Who has chosen a place, or none, keeps that. */
export function keepCompiled(): void {
  process.env['NODE_COMPILE_CACHE'] ??= join(outFolder, 'compile-cache')
}
