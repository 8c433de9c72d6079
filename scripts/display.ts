// Owns: a virtual display for machines that have none. Must not: outlive the process that asked for it.
import { type ChildProcess, spawn } from 'node:child_process'

export interface VirtualDisplay {
  /** For the environment of what is to be shown, such as `:99`. */
  readonly name: string
  close(): void
}

/** True where windows have somewhere to appear. */
export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])
}

/**
 * Starts Xvfb on a free display number of its own choosing.
 * @throws Error when Xvfb is not installed or does not come up
 */
export async function startVirtualDisplay(width = 1600, height = 1000): Promise<VirtualDisplay> {
  const child: ChildProcess = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const number = await new Promise<string>((resolve, reject) => {
    child.once('error', () => {
      reject(new Error('there is no display, and Xvfb, which makes a virtual one, is not installed'))
    })
    child.once('exit', (code) => {
      reject(new Error(`the virtual display ended at once (Xvfb exit code ${String(code)})`))
    })
    child.stdio[3]?.once('data', (data: Buffer) => {
      resolve(data.toString().trim())
    })
  })
  const close = (): void => {
    child.kill()
  }
  process.once('exit', close)
  return { name: `:${number}`, close }
}
