import { createRequire } from 'node:module'
import { readCompiledCode } from './adapters/compiled-code.ts'

// Call this before loading any other file of the app, because those files use the compiled code.
readCompiledCode(__dirname)
createRequire(__filename)('./begin.cjs')
