import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const application: (typeof en)['application'] = {
  sections: 'Secciones de la solicitud',
  complete: 'completa',
  doneOf: (done, total, open) =>
    `${done} de ${total} listos, ${plural(open, '1 pendiente', (many) => `${many} pendientes`)}`,
  assumedFields: 'Campos supuestos',
  assumedText: (title, version) =>
    `La documentación del socio financiero no muestra qué campos tiene una solicitud. Estos vienen del perfil “${title}”, versión ${version}.`,
  assumedWhere: 'Verlo en Ajustes',
  remove: 'Quitar',
  removeRow: (row, number) => `Quitar ${row.toLowerCase()} ${number}`,
  addRow: (row) => `Agregar ${row.toLowerCase()}`,
  none: 'Ninguno',
  nothingLikeThat: 'Sin resultados',
  sum: (total) => `Total ${total} %`,
  sumLeft: (total, left) => `Total ${total} %. Falta asignar ${left} %.`,
  sumOver: (total) => `Total ${total} %. El máximo es 100 %.`,
  show: 'Mostrar',
  hide: 'Ocultar',
  copy: 'Copiar',
  change: 'Cambiar',
  showField: (label) => `Mostrar ${label}`,
  hideField: (label) => `Ocultar ${label}`,
  copyField: (label) => `Copiar ${label}`,
  changeField: (label) => `Cambiar ${label}`,
  isShown: (label) => `${label} está a la vista. Se oculta de nuevo en 15 segundos.`,
  isHidden: (label) => `${label} está oculto.`,
  copiedForAMinute: (label) => `${label} se copió. Se borra del portapapeles en un minuto.`,
  orphans: (count) =>
    plural(
      count,
      '1 valor no tiene campo en este formulario',
      (many) => `${many} valores no tienen campo en este formulario`,
    ),
  orphansText: 'Quedan con este expediente y nunca se envían.',
  twoWindows: 'Usted escribió aquí mientras otra ventana cambiaba este campo.',
  rowsMoved: 'Usted escribió en una fila que otra ventana movió o quitó.',
  copyOf: (label) => `Copiar ${label}`,
  insert: 'Agregar al formulario',
  insertOf: (label) => `Agregar al formulario: ${label}`,
  removeOf: (label) => `Quitar ${label}`,
  actions: {
    nextProblem: 'Siguiente campo que requiere atención',
    previousProblem: 'Campo anterior que requiere atención',
    nextSection: 'Siguiente sección del formulario',
    previousSection: 'Sección anterior del formulario',
  },
}
