import type { en } from '../en/index.ts'

export const palette: (typeof en)['palette'] = {}
