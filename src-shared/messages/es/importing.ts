import type { en } from '../en/index.ts'

export const importing: (typeof en)['importing'] = {}
