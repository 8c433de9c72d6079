// A clock that a test moves by hand.
import type { Clock } from '../../../../src-main/async/clock.ts'

export class ManualClock implements Clock {
  nowMs: number

  constructor(nowMs: number) {
    this.nowMs = nowMs
  }

  now(): number {
    return this.nowMs
  }

  advance(ms: number): void {
    this.nowMs += ms
  }
}
