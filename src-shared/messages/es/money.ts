import type { en } from '../en/index.ts'

export const money: (typeof en)['money'] = {}
