import type { en } from '../en/index.ts'

export const menu: (typeof en)['menu'] = {}
