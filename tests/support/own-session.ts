import { inject } from 'vitest'

// Runs before every test file that needs a desktop. Everything that the test starts uses the desktop session of the file's worker.

const session = inject('desktopSessions')[Number(process.env['VITEST_POOL_ID']) - 1]
Object.assign(process.env, session)
