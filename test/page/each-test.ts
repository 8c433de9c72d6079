// Owns: that every page test begins without the page of the one before. Must not: know what it is.
import { afterEach } from 'vitest'
import { leavePage } from './tab.ts'

afterEach(({ task }) => leavePage(task.result?.state !== 'fail'))
