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

function addressOf(folder: string): string {
  const name = `electron-stand-in-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
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
    if (!this.#take(mark)) {
      this.notice = tell(addressOf(folder), own)
      return false
    }
    this.#mark = mark
    const address = addressOf(folder)
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

  #take(mark: string): boolean {
    try {
      writeFileSync(mark, String(process.pid), { flag: 'wx' })
      return true
    } catch {
      // There is a mark: it counts only while the process that left it lives.
      if (isAlive(Number(readFileSync(mark, 'utf8')))) return false
      writeFileSync(mark, String(process.pid))
      return true
    }
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
