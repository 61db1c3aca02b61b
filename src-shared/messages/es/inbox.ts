import type { en } from '../en/index.ts'

export const inbox: (typeof en)['inbox'] = {}
