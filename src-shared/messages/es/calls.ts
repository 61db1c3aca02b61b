import type { en } from '../en/index.ts'

export const calls: (typeof en)['calls'] = {}
