import type { en } from '../en/index.ts'

export const notifications: (typeof en)['notifications'] = {}
