import type { en } from '../en/index.ts'

export const setup: (typeof en)['setup'] = {}
