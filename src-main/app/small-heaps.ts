// Owns: how much memory V8 holds on to while the app has little to do.
import { setFlagsFromString } from 'node:v8'

/**
 * From now on V8 gives back what main and its threads no longer use: once little happens, its memory reducer collects each
 * heap a few steps at a time. By itself it does so only in a process that a browser has put in the background, and a heap
 * stays as large as it ever was. For after the first view: until then a larger heap is faster.
 * Source: V8, Heap::ShouldOptimizeForMemoryUsage and MemoryReducer, which read the flag each time.
 */
export function keepHeapsSmall(): void {
  setFlagsFromString('--optimize-for-size')
}
