import { createRequire } from 'node:module'
import { readCompiledCode } from './adapters/compiled-code.ts'

// Call before loading any other file of ours, because those use the compiled code.
readCompiledCode(__dirname)
createRequire(__filename)('./begin.cjs')
