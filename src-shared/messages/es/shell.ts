import type { en } from '../en/index.ts'

export const shell: (typeof en)['shell'] = {}
