import type { en } from '../en/index.ts'

export const states: (typeof en)['states'] = {
  draft: 'Borrador',
  queued: 'En cola',
  sending: 'Enviando',
  received: 'Enviado',
  refused: 'Rechazado',
  unknown: 'Entrega sin confirmar',
}
