// A process whose heap grows and that then has little to do: it prints the heap's size in MB before and after.
import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { keepHeapsSmall } from '../../../src-main/app/small-heaps.ts'

/** Longest wait for the heap to shrink; V8 waits 8 s before it begins. */
const WAIT_MS = 40_000

function growHeap(): void {
  let kept: object[] = []
  for (let each = 0; each < 2_000_000; each += 1) {
    kept.push({ each })
    if (kept.length > 60_000) kept = []
  }
}

const sizeMb = () => getHeapStatistics().total_physical_size / 1_048_576

growHeap()
const before = sizeMb()
keepHeapsSmall()
for (let waitedMs = 0; waitedMs < WAIT_MS && sizeMb() > before / 2; waitedMs += 500) await sleep(500)
process.stdout.write(JSON.stringify({ before, after: sizeMb() }))
