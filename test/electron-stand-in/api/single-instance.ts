// Owns the single-instance lock: one holder per userData folder, and the message that a second instance leaves it.
// It must not quit anything.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, connect, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isAlive } from '../core/profile.ts'

/** What a second instance tells the first. */
export interface SecondInstance {
  argv: string[]
  workingDirectory: string
  data: unknown
}

/** Named after its holder's pid, like the temporary profiles, so that a killed holder's socket is swept with them. */
function addressOf(folder: string, holderPid: number): string {
  const name = `electron-stand-in-${holderPid}-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(tmpdir(), `${name}.sock`)
}

export class SingleInstance {
  #server: Server | undefined
  #mark: string | undefined
  /** Settles when the holder has been told; the second instance waits for it before it ends. */
  notice: Promise<void> = Promise.resolve()

  get isHeld(): boolean {
    return this.#mark !== undefined
  }

  /** Takes the lock of this folder, or tells its holder. */
  request(folder: string, own: SecondInstance, onSecond: (second: SecondInstance) => void): boolean {
    if (this.isHeld) return true
    mkdirSync(folder, { recursive: true })
    const mark = path.join(folder, 'stand-in-instance.pid')
    const holderPid = this.#take(mark)
    const address = addressOf(folder, holderPid)
    if (holderPid !== process.pid) {
      this.notice = tell(address, own)
      return false
    }
    this.#mark = mark
    if (process.platform !== 'win32') rmSync(address, { force: true })
    this.#server = createServer((socket) => {
      let text = ''
      socket.setEncoding('utf8')
      socket.on('data', (part: string) => {
        text += part
      })
      socket.on('end', () => onSecond(JSON.parse(text) as SecondInstance))
      socket.on('error', (error) => console.error('A second instance could not be heard:', error.message))
    })
    this.#server.listen(address)
    this.#server.unref()
    process.once('exit', () => this.release())
    return true
  }

  release(): void {
    if (this.#mark === undefined) return
    rmSync(this.#mark, { force: true })
    this.#mark = undefined
    this.#server?.close()
    this.#server = undefined
  }

  /** Pid of the instance that holds the mark: ours, if it was free. */
  #take(mark: string): number {
    try {
      writeFileSync(mark, String(process.pid), { flag: 'wx' })
    } catch {
      // There is a mark: it counts only while the process that left it lives.
      const holderPid = Number(readFileSync(mark, 'utf8'))
      if (isAlive(holderPid)) return holderPid
      writeFileSync(mark, String(process.pid))
    }
    return process.pid
  }
}

function tell(address: string, own: SecondInstance): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(address, () => socket.end(JSON.stringify(own)))
    socket.setTimeout(2000, () => socket.destroy())
    // The holder may be ending just now: then nobody needs to be told.
    socket.on('error', () => resolve())
    socket.on('close', () => resolve())
  })
}
