// Owns: that every page test begins without the pages of the one before. Must not: know what they are.
import { afterEach } from 'vitest'
import { leaveTabs } from './tabs.ts'

afterEach(({ task }) => leaveTabs(task.result?.state !== 'fail'))
