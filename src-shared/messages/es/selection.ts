import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const selection: (typeof en)['selection'] = {
  bar: 'Expedientes seleccionados',
  selected: (count) =>
    plural(count, '1 expediente seleccionado', (all) => `${all} expedientes seleccionados`),
  none: 'No hay expedientes seleccionados.',
  selectAll: (count) => plural(count, 'Seleccionar 1', (all) => `Seleccionar los ${all}`),
  selectDeal: (name) => `Seleccionar ${name}`,
  selectAllShown: 'Seleccionar todos los expedientes de esta lista',
  clear: 'Quitar la selección',
  submit: 'Enviar',
  sendDocuments: 'Enviar documentos',
  exportCsv: 'Exportar como CSV',
  openWindows: 'Abrir en ventanas',
  toBin: 'Mover a la papelera',
  restore: 'Restaurar',
  erase: 'Eliminar definitivamente…',
  erased: (count) =>
    plural(
      count,
      '1 expediente se eliminó definitivamente.',
      (all) => `${all} expedientes se eliminaron definitivamente.`,
    ),
  notErased: (count) =>
    plural(
      count,
      'No se eliminó 1 expediente: no está en la papelera o se está enviando.',
      (all) => `No se eliminaron ${all} expedientes: no están en la papelera o se están enviando.`,
    ),
  consent: {
    erase: (count) =>
      plural(
        count,
        '¿Eliminar este expediente definitivamente?',
        (all) => `¿Eliminar estos ${all} expedientes definitivamente?`,
      ),
    eraseText: (names, count, submitted) =>
      [
        names.join('\n') + (count > names.length ? `\n… y ${count - names.length} más` : ''),
        submitted === 0
          ? 'Sus datos, notas y documentos se eliminan de esta computadora y no se pueden recuperar.'
          : `${count === 1 ? 'Se envió' : plural(submitted, '1 de ellos se envió', (all) => `${all} de ellos se enviaron`)}. El comprobante de envío, el historial, las notas y los documentos se eliminan de esta computadora y no se pueden recuperar. El socio financiero conserva lo que recibió. California y otros estados piden a los corredores conservar estos registros durante cuatro años.`,
      ].join('\n\n'),
    eraseIt: 'Eliminar definitivamente',
  },
  moved: (count) =>
    plural(
      count,
      '1 expediente se movió a la papelera.',
      (all) => `${all} expedientes se movieron a la papelera.`,
    ),
  restored: (count) => plural(count, '1 expediente restaurado.', (all) => `${all} expedientes restaurados.`),
  submitted: (count) => plural(count, '1 solicitud en cola.', (all) => `${all} solicitudes en cola.`),
  documentsQueued: (count) =>
    plural(
      count,
      'Documentos de 1 expediente en cola.',
      (all) => `Documentos de ${all} expedientes en cola.`,
    ),
  refusals: (count) => plural(count, '1 expediente no cambió', (all) => `${all} expedientes no cambiaron`),
  refusalsMore: (count) => plural(count, 'Y 1 más.', (all) => `Y ${all} más.`),
  notReached: (count) =>
    plural(
      count,
      '1 expediente no se procesó antes de que usted lo detuviera.',
      (all) => `${all} expedientes no se procesaron antes de que usted lo detuviera.`,
    ),
  working: {
    bin: 'Moviendo a la papelera',
    restore: 'Restaurando',
    submit: 'Enviando',
    send_documents: 'Poniendo documentos en cola',
  },
  progress: (done, total) => `${done} de ${total}`,
  stop: 'Detener',
  submitTitle: (count) => plural(count, '¿Enviar 1 solicitud?', (all) => `¿Enviar ${all} solicitudes?`),
  submitSome: (leaving, count) => `¿Enviar ${leaving} de ${count} solicitudes?`,
  noneReady: 'Ninguna de estas se puede enviar',
  noneReadyBody:
    'Solo puede enviar borradores completos y solicitudes que el socio financiero rechazó. No se cambió nada.',
  submitBody: (address) =>
    `Las solicitudes completas van a ${address}, una por una. Las incompletas y las de clientes ya enviados se omiten, y usted verá por qué.`,
  incomplete: (count) =>
    plural(
      count,
      'Es probable que 1 expediente se devuelva por incompleto',
      (all) => `Es probable que ${all} expedientes se devuelvan por incompletos`,
    ),
  notChecked: (count) => plural(count, 'Falta revisar 1 más.', (all) => `Faltan por revisar ${all} más.`),
  notYet: 'Todavía no',
  exported: (name) => `Guardado como ${name}.`,
}
