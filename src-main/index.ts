import { createRequire } from 'node:module'
import { readCompiledCode } from './platform/processes/compiled-code.ts'

// Call this before loading any other file of the app, because it lets those files load from compiled code.
readCompiledCode(__dirname)
createRequire(__filename)('./begin.cjs')
