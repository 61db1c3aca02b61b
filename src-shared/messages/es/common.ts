import type { en } from '../en/index.ts'

export const common: (typeof en)['common'] = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  save: 'Guardar',
  delete: 'Eliminar',
  undo: 'Deshacer',
  tryAgain: 'Reintentar',
  goToPipeline: 'Ir a la Cartera',
  reading: 'Cargando',
  unsaved: {
    question: 'Tiene cambios sin guardar.',
    leave: 'Descartar cambios',
    stay: 'Seguir editando',
  },
  justNow: 'ahora mismo',
}
