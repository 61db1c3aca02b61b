import type { en } from '../en/index.ts'

export const timeline: (typeof en)['timeline'] = {}
