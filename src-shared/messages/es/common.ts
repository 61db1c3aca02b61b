import type { en } from '../en/index.ts'

export const common: (typeof en)['common'] = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  save: 'Guardar',
  delete: 'Eliminar',
  undo: 'Deshacer',
  tryAgain: 'Reintentar',
  goToPipeline: 'Ir a la cartera',
  reading: 'Leyendo',
  unsaved: {
    question: 'Lo que cambió aquí todavía no se ha guardado.',
    leave: 'Cerrar sin guardar',
    stay: 'Seguir aquí',
  },
  justNow: 'ahora mismo',
}
