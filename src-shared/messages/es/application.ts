import type { en } from '../en/index.ts'

export const application: (typeof en)['application'] = {}
