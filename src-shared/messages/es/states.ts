import type { en } from '../en/index.ts'

export const states: (typeof en)['states'] = {
  draft: 'Borrador',
  queued: 'En fila',
  sending: 'Enviando',
  received: 'Enviado',
  refused: 'Rechazado',
  unknown: 'Incierto',
}
