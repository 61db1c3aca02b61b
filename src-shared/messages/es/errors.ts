import type { en } from '../en/index.ts'

export const errors: (typeof en)['errors'] = {
  choiceNotKept: 'No se pudo guardar la elección en esta computadora.',
  isDiskFull: 'Revise si el disco está lleno e inténtelo de nuevo.',
}
