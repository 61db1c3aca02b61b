import type { en } from '../en/index.ts'

export const pipeline: (typeof en)['pipeline'] = {
  newApplication: 'Nueva solicitud',
  searchDeals: 'Buscar expedientes',
}
