import type { en } from '../en/index.ts'

export const lending: (typeof en)['lending'] = {}
