import type { en } from '../en/index.ts'

export const submission: (typeof en)['submission'] = {}
