import { createRequire } from 'node:module'
import { readCompiledCode } from './adapters/compiled-code.ts'

// Before anything else of ours is read, since it is to be read by the code that was compiled with it.
readCompiledCode(__dirname)
createRequire(__filename)('./begin.cjs')
