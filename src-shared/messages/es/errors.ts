import type { en } from '../en/index.ts'

export const errors: (typeof en)['errors'] = {}
