import type { en } from '../en/index.ts'

export const deal: (typeof en)['deal'] = {}
