import type { en } from '../en/index.ts'

export const vault: (typeof en)['vault'] = {}
