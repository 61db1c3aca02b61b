import type { en } from '../en/index.ts'

export const documents: (typeof en)['documents'] = {}
