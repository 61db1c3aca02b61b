import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const selection: (typeof en)['selection'] = {
  bar: 'Expedientes seleccionados',
  selected: (count) =>
    plural(count, '1 expediente seleccionado', (all) => `${all} expedientes seleccionados`),
  none: 'No hay nada seleccionado.',
  selectAll: (count) => plural(count, 'Seleccionar el único', (all) => `Seleccionar los ${all}`),
  selectDeal: (name) => `Seleccionar ${name}`,
  selectAllShown: 'Seleccionar todos los expedientes de esta lista',
  clear: 'Quitar la selección',
  submit: 'Enviar',
  sendDocuments: 'Enviar documentos',
  exportCsv: 'Exportar como CSV',
  openWindows: 'Abrir en ventanas',
  toBin: 'Mover a la papelera',
  restore: 'Restaurar',
  erase: 'Eliminar para siempre…',
  erased: (count) =>
    plural(
      count,
      '1 expediente se eliminó para siempre.',
      (all) => `${all} expedientes se eliminaron para siempre.`,
    ),
  notErased: (count) =>
    plural(
      count,
      'Se conservó 1 expediente: no está en la papelera o se está enviando.',
      (all) => `Se conservaron ${all} expedientes: no están en la papelera o se están enviando.`,
    ),
  consent: {
    erase: (count) =>
      plural(
        count,
        '¿Eliminar este expediente para siempre?',
        (all) => `¿Eliminar estos ${all} expedientes para siempre?`,
      ),
    eraseText: (names, count, submitted) =>
      [
        names.join('\n') + (count > names.length ? `\n… y ${count - names.length} más` : ''),
        submitted === 0
          ? 'Sus datos, notas y documentos se eliminan de esta computadora y no se pueden recuperar.'
          : `${count === 1 ? 'Se envió' : plural(submitted, '1 de ellos se envió', (all) => `${all} de ellos se enviaron`)}. El comprobante de envío, el historial, las notas y los documentos se eliminan de esta computadora y no se pueden recuperar. El socio financiero conserva lo que recibió. California y otros estados piden a los corredores conservar estos registros durante cuatro años.`,
      ].join('\n\n'),
    eraseIt: 'Eliminar para siempre',
  },
  moved: (count) =>
    plural(count, '1 expediente está en la papelera.', (all) => `${all} expedientes están en la papelera.`),
  restored: (count) =>
    plural(count, '1 expediente está de vuelta.', (all) => `${all} expedientes están de vuelta.`),
  submitted: (count) =>
    plural(
      count,
      '1 solicitud está en espera de salir.',
      (all) => `${all} solicitudes están en espera de salir.`,
    ),
  documentsQueued: (count) =>
    plural(
      count,
      'Los documentos de 1 expediente están en espera de salir.',
      (all) => `Los documentos de ${all} expedientes están en espera de salir.`,
    ),
  refusals: (count) =>
    plural(count, '1 expediente quedó como estaba', (all) => `${all} expedientes quedaron como estaban`),
  refusalsMore: (count) => plural(count, 'Y 1 más.', (all) => `Y ${all} más.`),
  notReached: (count) =>
    plural(
      count,
      'No se llegó a 1 expediente antes de que usted lo detuviera.',
      (all) => `No se llegó a ${all} expedientes antes de que usted lo detuviera.`,
    ),
  working: {
    bin: 'Moviendo a la papelera',
    restore: 'Restaurando',
    submit: 'Enviando',
    send_documents: 'Poniendo documentos en espera',
  },
  progress: (done, total) => `${done} de ${total}`,
  stop: 'Detener',
  submitTitle: (count) => plural(count, '¿Enviar 1 solicitud?', (all) => `¿Enviar ${all} solicitudes?`),
  submitSome: (leaving, count) => `¿Enviar ${leaving} de ${count} solicitudes?`,
  noneReady: 'Ninguna de estas se puede enviar',
  noneReadyBody:
    'Solo se pueden enviar los borradores con sus campos completos y las solicitudes que el socio financiero rechazó. Todo lo demás queda como estaba.',
  submitBody: (address) =>
    `Las que están completas van a ${address}, una tras otra. Las que no lo están, y las de un cliente cuya solicitud ya salió, quedan como están, y se le dirá por qué.`,
  incomplete: (count) =>
    plural(
      count,
      'El paquete de 1 expediente suele regresar así',
      (all) => `Los paquetes de ${all} expedientes suelen regresar así`,
    ),
  notChecked: (count) => plural(count, 'Falta revisar 1 más.', (all) => `Faltan por revisar ${all} más.`),
  notYet: 'Todavía no',
  exported: (name) => `Guardado como ${name}.`,
}
