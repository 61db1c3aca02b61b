import type { en } from '../en/index.ts'

export const offers: (typeof en)['offers'] = {}
