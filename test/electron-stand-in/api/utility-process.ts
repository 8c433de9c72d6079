// Owns `utilityProcess`: a Node child process with messages both ways.
// It must not offer MessagePorts: the child has none.
import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Readable } from 'node:stream'
import type Electron from 'electron'
import { nodeExecutable } from '../core/launch-options.ts'
import { failByName, failByNameInClass } from '../strict.ts'

type Emulated = Pick<Electron.UtilityProcess, 'kill' | 'postMessage' | 'pid' | 'stdout' | 'stderr'>

export class UtilityProcess extends EventEmitter implements Emulated {
  readonly #child: ChildProcess

  constructor(child: ChildProcess) {
    super()
    this.#child = child
    child.on('spawn', () => this.emit('spawn'))
    child.on('message', (message) => this.emit('message', message))
    child.on('exit', (code) => this.emit('exit', code ?? 1))
    child.on('error', (error) => this.emit('error', 'FatalError', error.message, ''))
  }

  get pid(): number | undefined {
    return this.#child.exitCode === null ? this.#child.pid : undefined
  }

  get stdout(): Readable | null {
    return this.#child.stdout
  }

  get stderr(): Readable | null {
    return this.#child.stderr
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object)
  }

  kill(): boolean {
    return this.#child.kill()
  }
}

failByNameInClass('UtilityProcess', UtilityProcess)

const bootFile = fileURLToPath(new URL('utility-boot.ts', import.meta.url))

export const utilityProcess = failByName('utilityProcess', {
  fork: (modulePath: string, args: string[] = [], options: Electron.ForkOptions = {}) => {
    const isPiped = options.stdio === 'pipe'
    const output = isPiped ? 'pipe' : 'inherit'
    const child = fork(bootFile, [modulePath, ...args], {
      execPath: nodeExecutable,
      serialization: 'advanced',
      stdio: ['ignore', output, output, 'ipc'],
      execArgv: (options.execArgv ?? []).filter((arg) => !arg.startsWith('--inspect')),
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.env === undefined ? {} : { env: { ...options.env } }),
    })
    return new UtilityProcess(child)
  },
})
