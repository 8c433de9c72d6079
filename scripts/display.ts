// Starts a virtual display on machines without one; it ends with the process.
import { type ChildProcess, spawn } from 'node:child_process'

export interface VirtualDisplay {
  /** Value for DISPLAY, such as `:99`. */
  readonly name: string
  close(): void
}

/** True if windows can be shown. */
export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])
}

/**
 * Starts Xvfb on a free display number.
 * @throws Error when Xvfb is not installed or does not start
 */
export async function startVirtualDisplay(): Promise<VirtualDisplay> {
  const child: ChildProcess = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'],
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
